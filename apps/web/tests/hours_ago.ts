/** So many hours ago, and a moment, so that they are over. */
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000 - 1_000).toISOString()
