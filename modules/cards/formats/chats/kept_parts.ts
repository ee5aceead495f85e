import type { ReportBuilder } from './chat_report.ts'
import { toJson } from './json_text.ts'
import { chatFileLimits } from './limits.ts'
import { isObject, member, type JsonObject } from './values.ts'

interface Names {
  /** Fields whose values the chat stores. They are left out. */
  stored: readonly string[]
  /** Further fields that the chat uses, which the report needn't list. */
  used?: readonly string[]
}

/** Returns the fields of an object that only exports use, and lists them in the report. Null if there are none. */
export const keptOf = (value: unknown, { stored, used = [] }: Names, report: ReportBuilder): JsonObject | null => {
  const fields = isObject(value) ? Object.entries(value).filter(([key]) => !stored.includes(key)) : []
  for (const [key, field] of fields) if (!used.includes(key) && isSet(field)) report.keep(key)
  return fields.length > 0 ? Object.fromEntries(fields) : null
}

const isSet = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Adds further parts to kept fields. */
export const withParts = (kept: JsonObject | null, parts: JsonObject): JsonObject | null => {
  const isGiven = (part: unknown) => (Array.isArray(part) ? part.some((item) => item !== null) : part !== null)
  const given = Object.entries(parts).filter(([, part]) => isGiven(part))
  return given.length > 0 ? { ...kept, ...Object.fromEntries(given) } : kept
}

/**
 * Returns the kept fields of a chat or message of a format without lines, in place of its line: `{"risu": {…}}`. An export puts them into
 * the metadata of the chat, or into `extra` of the message's line. Null if there are none, or if an import of the export couldn't read the
 * line.
 */
export const toStored = (kept: JsonObject | null, format: string, report: ReportBuilder): Uint8Array | null => {
  if (kept === null) return null
  const bytes = new TextEncoder().encode(toJson({ [format]: kept }))
  if (bytes.byteLength <= chatFileLimits.keptBytesMax) return bytes
  report.note('Some parts that the chat doesn’t use are too large for an export, and were left out.')
  return null
}

/** Returns the kept fields by format. Null for a line of SillyTavern. */
export const fromStored = (bytes: Uint8Array): JsonObject | null => {
  const value: unknown = JSON.parse(new TextDecoder('utf-8').decode(bytes))
  const isLine = ['mes', 'chat_metadata', 'user_name'].some((key) => member(value, key) !== undefined)
  return isObject(value) && !isLine ? value : null
}
