/** Wire types and limits of community, also for the browser. */

export const limits = {
  followsMax: 1_000,
  followChangesPerHour: 60,
} as const
