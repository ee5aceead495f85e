/**
 * Reads the header `Retry-After`, which is a number of seconds or a date. Returns the pause in milliseconds, within the limits. Null without a
 * header that can be read.
 */
export const retryAfterMs = (
  header: string | undefined,
  nowMs: number,
  { min, max }: { min: number; max: number }
): number | null => {
  const asked = /^\d+$/.test(header ?? '') ? Number(header) * 1_000 : Date.parse(header ?? '') - nowMs
  return Number.isNaN(asked) ? null : Math.min(Math.max(asked, min), max)
}
