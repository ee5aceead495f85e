/** For the kits: pauses that an upstream asks for, and whether a provider has understood them. */

/** Far enough away that no run of a kit comes near it. */
const aDate = new Date(Date.now() + 86_400_000).toUTCString()

export const retryAfterDate = { 'retry-after': aDate }

/** How a test's title goes on. */
export const pauseOf = (headers: Record<string, string> = {}): string => {
  const asked = headers['retry-after']
  return asked === undefined ? '' : `, with the pause of Retry-After: ${asked === aDate ? 'a date' : asked}`
}

/** Whether so many milliseconds are what the headers ask for. Until a date it is as long as it is from now. */
export const isPauseOf = (pauseMs: number | null, headers: Record<string, string> = {}): boolean => {
  const asked = headers['retry-after']
  if (asked === undefined) return pauseMs === null
  if (asked !== aDate) return pauseMs === Number(asked) * 1_000
  return pauseMs !== null && Math.abs(Date.parse(asked) - Date.now() - pauseMs) < 30_000
}
