const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const earliest = Date.UTC(1990, 0, 1)
/** Clocks of other machines may be ahead. */
const skewMs = 86_400_000
/** Smaller numbers are seconds. As milliseconds, they would be earlier than 1990. Larger numbers would be far in the future as seconds. */
const secondsBelow = 100_000_000_000

/**
 * Reads a date of a chat file: ISO 8601, epoch milliseconds or seconds as a number or text, or a format of SillyTavern or ooba. Dates
 * without a zone are UTC. Returns null for other values, dates before 1990, and dates more than a day after `now`.
 */
export const readDate = (value: unknown, now: number): Date | null => {
  const ms = typeof value === 'number' ? fromEpoch(value) : typeof value === 'string' ? fromText(value.trim()) : NaN
  return ms >= earliest && ms <= now + skewMs ? new Date(ms) : null
}

const fromEpoch = (value: number): number => Math.trunc(value < secondsBelow ? value * 1_000 : value)

/** Returns NaN for unknown formats. */
const fromText = (text: string): number => {
  if (text === '' || text.length > 60) return NaN
  if (/^\d{9,16}(\.\d+)?$/.test(text)) return fromEpoch(Number(text))
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text)
  if (iso) return isoTime(iso)
  const at = /^(\d{4})-(\d{1,2})-(\d{1,2})\s*@\s*(\d{1,2})h\s*(\d{1,2})m\s*(\d{1,2})s\s*(?:(\d{1,3})ms)?$/i.exec(text)
  if (at) {
    const [year, month, day, hour, minute, second, ms = 0] = at.slice(1).map((part) => Number(part ?? 0))
    return utc([year!, month!, day!, hour!, minute!, second!, ms])
  }
  const named =
    /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4}),?\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap])?\.?(?:m\.?)?$/i.exec(text)
  if (!named) return NaN
  const [, name, day, year, hour, minute, second = '0', half] = named
  const month = months.indexOf(name!.slice(0, 3).toLowerCase()) + 1
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return NaN
  return utc([Number(year), month, Number(day), hours, Number(minute), Number(second), 0])
}

const isoTime = ([, day, time = '00:00', zone = 'Z']: RegExpExecArray): number => {
  const colon = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  return Date.parse(`${day}T${time.replace(',', '.')}${colon}`)
}

/** Returns NaN for parts out of range, such as a thirteenth month. */
const utc = ([year, month, day, hour, minute, second, ms]: [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]) => {
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms))
  const isSame =
    time.getUTCMonth() === month - 1 && time.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  return isSame ? time.getTime() : NaN
}
