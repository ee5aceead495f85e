import type { Json } from '#modules/admin/api'
import type { Change } from '#web/components/shared/difference'

/** The fields that differ between two states, in field order. */
export function differenceOf(before: Json, after: Json): Change[] {
  const [was, is] = [new Map(flatten(before)), new Map(flatten(after))]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((path) => {
    const change = { name: readableName(path), before: was.get(path) ?? null, after: is.get(path) ?? null }
    return change.before === change.after ? [] : [change]
  })
}

/** All values with their paths. A list of primitives counts as one value. */
function flatten(value: Json, path = ''): [path: string, text: string | null][] {
  if (value === null) return path === '' ? [] : [[path, null]]
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null))
      return [[path, value.length === 0 ? null : value.map(formatValue).join(', ')]]
    return value.flatMap((item, index) => flatten(item, join(path, String(index + 1))))
  }
  if (typeof value === 'object') return Object.entries(value).flatMap(([key, item]) => flatten(item, join(path, key)))
  return [[path, formatValue(value)]]
}

const join = (path: string, key: string) => (path === '' ? key : `${path} ${key}`)

function formatValue(value: Json): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en')
  if (typeof value === 'string' && isTime.test(value))
    return new Date(value).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
  return String(value)
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** 'firstMessage' becomes 'First message'. */
function readableName(path: string): string {
  const words = path.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
