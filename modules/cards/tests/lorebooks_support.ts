import { blankEntry, type EntryFields } from '#modules/lore/index'
import { JsonDocument } from '../formats/json/json_document.ts'
import type { ReadLorebook } from '../formats/lorebooks/lorebook.ts'
import { readLorebook } from '../formats/lorebooks/read_lorebook.ts'
import type { StoredLorebook } from '../formats/lorebooks/write_lorebook.ts'

export const parse = (text: string): JsonDocument => {
  const parsed = JsonDocument.parse(text)
  if (!parsed.ok) throw new Error(parsed.failure.reason)
  return parsed.value
}

export const readText = (text: string): ReadLorebook => {
  const read = readLorebook(parse(text))
  if (!read.ok) throw new Error(read.failure.reason)
  return read.value
}

export const read = (json: unknown): ReadLorebook => readText(JSON.stringify(json))

/** Returns the fields that differ from a blank entry. */
export const told = (entry: EntryFields): Partial<EntryFields> =>
  Object.fromEntries(
    Object.entries(entry).filter(
      ([field, value]) =>
        field !== 'origin' && JSON.stringify(value) !== JSON.stringify(blankEntry[field as keyof EntryFields])
    )
  )

/** Returns a file as it is stored after its import. */
export const storedOf = (text: string): StoredLorebook => {
  const { format, book, entries } = readText(text)
  return { book, entries, original: { format, json: text } }
}
