import type { JsonValue } from '../json/json_node.ts'
import { isObject } from './codecs.ts'
import type { LorebookFormat } from './lorebook.ts'

/** Returns the format of a JSON value, or null if it isn't a lorebook. The first matching test decides. */
export const detectLorebook = (json: JsonValue): LorebookFormat | null => {
  if (Array.isArray(json)) return json.length > 0 && json.every(isKoboldEntry) ? 'kobold' : null
  if (!isObject(json)) return null
  if (json.spec === 'lorebook_v3') return 'v3'
  if ('lorebookVersion' in json) return 'novelai'
  if (json.kind === 'memory') return 'agnai'
  if (json.type === 'risu') return Array.isArray(json.data) ? 'risu' : null
  const { entries } = json
  if (isObject(entries)) return isWorld(Object.values(entries)) ? 'sillytavern' : null
  if (!Array.isArray(entries)) return null
  return entries.length > 0 && entries.every(isTavernWorldEntry) ? 'sillytavern' : 'book'
}

const isKoboldEntry = (json: JsonValue) => isObject(json) && typeof json.key === 'string' && 'content' in json

/** Damaged files have entries that are no objects. */
const isWorld = (entries: JsonValue[]) => {
  const objects = entries.filter(isObject)
  return objects.every(isWorldEntry) && (objects.length > 0 || entries.length === 0)
}

const isWorldEntry = (json: JsonValue) => isObject(json) && ('uid' in json || 'key' in json || 'keys' in json)

/** Some tools write the entries of a world as a list. */
const isTavernWorldEntry = (json: JsonValue) => isObject(json) && 'uid' in json && 'key' in json && !('keys' in json)
