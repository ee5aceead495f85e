/** Whether this runtime knows the time zone. */
export const isTimeZone = (zone: unknown): zone is string => {
  if (!isZoneName(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Whether the value has the form of an IANA name, such as `Europe/Berlin`. */
const isZoneName = (zone: unknown): zone is string => typeof zone === 'string' && /^[\w+/-]{1,64}$/.test(zone)

/**
 * Returns UTC for a value that doesn't have the form of a name. Macros treat an unknown name as UTC, too, so the name isn't looked up
 * before it is needed.
 */
export const zoneOrUtc = (zone: unknown): string => (isZoneName(zone) ? zone : 'UTC')
