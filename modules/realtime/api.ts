/** Limits of realtime. Runs in a browser. */

export const limits = {
  /** Open streams of `GET /api/events` per user and process. */
  eventStreamsPerUser: 20,
} as const
