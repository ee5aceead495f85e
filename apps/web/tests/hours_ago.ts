/** Returns an ISO time slightly more than `hours` hours ago. */
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000 - 1_000).toISOString()
