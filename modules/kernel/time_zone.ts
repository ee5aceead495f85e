/**
 * Returns a time zone that this runtime can format: the given name or offset, such as `Europe/Berlin` or `+05:30`, or else UTC. Browsers
 * report zones that servers don't know, and the other way round, so an unknown zone is never refused.
 */
export const zoneOrUtc = (zone: unknown): string => {
  if (typeof zone !== 'string' || !/^[\w+:/-]{1,64}$/.test(zone)) return 'UTC'
  if (known.has(zone)) return zone
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    return 'UTC'
  }
  if (known.size >= knownMax) known.clear()
  known.add(zone)
  return zone
}

/** The zones that were looked up, because a lookup takes longer than the rest of a request's validation. */
const known = new Set<string>()
const knownMax = 1_000
