/** A date for `Retry-After` headers, too far ahead for any run of a kit to reach. */
const aDate = new Date(Date.now() + 86_400_000).toUTCString()

export const retryAfterDate = { 'retry-after': aDate }

/** Returns the end of a test title, which names the pause. */
export const pauseOf = (headers: Record<string, string> = {}): string => {
  const asked = headers['retry-after']
  return asked === undefined ? '' : `, with the pause of Retry-After: ${asked === aDate ? 'a date' : asked}`
}

/** Whether `pauseMs` matches the `Retry-After` header. */
export const isPauseOf = (pauseMs: number | null, headers: Record<string, string> = {}): boolean => {
  const asked = headers['retry-after']
  if (asked === undefined) return pauseMs === null
  if (asked !== aDate) return pauseMs === Number(asked) * 1_000
  return pauseMs !== null && Math.abs(Date.parse(asked) - Date.now() - pauseMs) < 30_000
}
