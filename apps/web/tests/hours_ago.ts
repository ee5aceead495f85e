/** An ISO time this many hours ago, plus a second so that the hours are over. */
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000 - 1_000).toISOString()
