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

/** Whether it has the form of an IANA name, such as `Europe/Berlin`. */
const isZoneName = (zone: unknown): zone is string => typeof zone === 'string' && /^[\w+/-]{1,64}$/.test(zone)

/** UTC instead of anything that isn't a name. Macros treat an unknown name as UTC, too, so it isn't looked up before it is needed. */
export const zoneOrUtc = (zone: unknown): string => (isZoneName(zone) ? zone : 'UTC')
