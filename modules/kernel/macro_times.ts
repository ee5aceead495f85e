/** A local time, in the UTC fields of a date. */
type WallTime = Date

/** The last used formatter. Creating a formatter takes longer than using it. */
let zone: { name: string; format: Intl.DateTimeFormat } | null = null
/** The last result. The times of a text are those of one moment. */
let last: { at: number; timeZone: string; time: WallTime } | null = null

/** Returns the local time in a time zone, or in UTC for an unknown zone. Formats only digits, so that all runtimes agree. */
export const timeIn = (at: number, timeZone: string): WallTime => {
  if (last?.at === at && last.timeZone === timeZone) return last.time
  last = { at, timeZone, time: wallTime(at, timeZone) }
  return last.time
}

const wallTime = (at: number, timeZone: string): WallTime => {
  const moment = new Date(at)
  if (timeZone === 'UTC') return moment
  try {
    if (zone?.name !== timeZone) {
      const digits = 'numeric'
      const format = new Intl.DateTimeFormat('en', {
        timeZone,
        hourCycle: 'h23',
        year: digits,
        month: digits,
        day: digits,
        hour: digits,
        minute: digits,
        second: digits,
      })
      zone = { name: timeZone, format }
    }
    const fields: Record<string, number> = {}
    for (const { type, value } of zone.format.formatToParts(moment)) fields[type] = Number(value)
    const { year, month, day, hour, minute, second } = fields
    return new Date(Date.UTC(year!, month! - 1, day, hour, minute, second))
  } catch {
    return moment
  }
}

/** Returns the time at an offset from UTC in hours. Undefined for an offset that no place on earth has. */
export const timeWithOffset = (at: number, hours: number): string | undefined =>
  hours < -12 || hours > 14 ? undefined : formatTime(new Date(at + hours * 3_600_000), timeFormats.get('time')!)

/** The formats of macros without an argument. */
export const timeFormats: ReadonlyMap<string, string> = new Map([
  ['time', 'h:mm A'],
  ['date', 'MMMM D, YYYY'],
  ['weekday', 'dddd'],
  ['isotime', 'HH:mm'],
  ['isodate', 'YYYY-MM-DD'],
])

const months = 'January February March April May June July August September October November December'.split(' ')
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/**
 * Formats a time in English with a format of Moment.js: https://momentjs.com/docs/#/displaying/format/. Text in brackets is kept without
 * the brackets. Formats of weeks, locales and others are missing, because browsers load this code. They stay as they are. Returns an empty
 * text for an invalid date.
 */
export const formatTime = (time: WallTime, format: string): string => {
  if (Number.isNaN(time.getTime())) return ''
  const [year, month, date] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()]
  const [hour, minute, second] = [time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()]
  const [monthName, dayName] = [months[month]!, days[time.getUTCDay()]!]
  const hour12 = hour % 12 || 12
  const two = (value: number) => String(value).padStart(2, '0')
  const values: Record<string, string | number> = {
    YYYY: year,
    YY: two(year % 100),
    MMMM: monthName,
    MMM: monthName.slice(0, 3),
    MM: two(month + 1),
    M: month + 1,
    DD: two(date),
    D: date,
    Do: `${date}${ordinal(date)}`,
    dddd: dayName,
    ddd: dayName.slice(0, 3),
    dd: dayName.slice(0, 2),
    HH: two(hour),
    H: hour,
    hh: two(hour12),
    h: hour12,
    mm: two(minute),
    m: minute,
    ss: two(second),
    s: second,
    A: hour < 12 ? 'AM' : 'PM',
    a: hour < 12 ? 'am' : 'pm',
  }
  const fill = (token: string) => (token[0] === '[' ? token.slice(1, -1) : String(values[token]))
  return format.replace(/\[[^\]]*\]|YYYY|YY|M{1,4}|Do|DD?|d{2,4}|HH?|hh?|mm?|ss?|A|a/g, fill)
}

const ordinal = (date: number): string =>
  Math.floor(date / 10) === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][date % 10] ?? 'th')

/** The units with their milliseconds, and the count from which the next unit is used. The limits are those of Moment.js. */
const units = [
  ['minute', 60_000, 45],
  ['hour', 3_600_000, 22],
  ['day', 86_400_000, 26],
  ['month', 2_629_746_000, 11],
  ['year', 31_556_952_000, Infinity],
] as const

/** Returns a duration in words, such as `a few seconds`, `an hour` or `3 days`. */
export const spokenDuration = (ms: number): string => {
  if (ms < 44_500) return 'a few seconds'
  const [unit, unitMs] = units.find(([, each, limit]) => Math.round(ms / each) < limit)!
  const count = Math.round(ms / unitMs)
  if (count > 1) return `${count} ${unit}s`
  return unit === 'hour' ? 'an hour' : `a ${unit}`
}

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
