import type { LorebookForExport } from '#modules/lore/index'
import {
  type CardBook,
  decodeText,
  type ExportFormat,
  JsonDocument,
  type JsonNode,
  type LorebookFormat,
  readLorebook,
  writeLorebook,
  writtenLimits,
} from '../../formats/index.ts'

/** Returns a user's lorebook as JSON. */
export const lorebookText = (stored: LorebookForExport, format: ExportFormat): string =>
  // The import names a book after its file if it has no name. Its JSON stays without a name, because the exported file has it.
  write(stored, format, () => true)

/** Writes a lorebook into its original. If the original can't be patched, for example because entries aren't objects, writes a new file. */
const write = (
  { book, entries, original }: LorebookForExport,
  format: ExportFormat,
  isGiven: (name: string) => boolean
): string => {
  const kept = original && { format: original.format as LorebookFormat, json: decodeText(original.bytes).text }
  const name = kept && isGiven(book.name) && nameIn(kept.json) === '' ? '' : book.name
  const written = writeLorebook({ book: { ...book, name }, entries, original: kept }, format)
  const whole = written.ok ? written : writeLorebook({ book, entries, original: null }, format)
  if (!whole.ok) throw new Error(`A lorebook could not be written: ${whole.failure}`)
  return whole.value
}

/** Returns the name in an original. The import gives a name to a lorebook without one. */
const nameIn = (json: string): string => {
  const document = JsonDocument.parse(json)
  const read = document.ok ? readLorebook(document.value) : document
  return read.ok ? read.value.book.name.trim() : ''
}

/**
 * Merges the lorebooks of a character into the single book of a card: the first book, followed by the entries of the others. Returns null
 * without books. `characterName` is the name that an import gives to a book without one.
 */
export const characterBook = (books: readonly LorebookForExport[], characterName: string): CardBook | null => {
  const [first, ...others] = books.map((book) => holderOf(write(book, 'v3', (name) => name === characterName)))
  if (!first) return null
  const text = others.length === 0 ? first.text : withEntries(first, others)
  const document = parse(text)
  return { path: [], value: document.toValue(), text, entryCount: entriesOf(document, document.root).length }
}

const parse = (text: string): JsonDocument => {
  const document = JsonDocument.parse(text, writtenLimits)
  if (!document.ok) throw new Error(`A written lorebook could not be read: ${document.failure.reason}`)
  return document.value
}

/** Returns the book inside a V3 file. */
const holderOf = (text: string): JsonDocument => {
  const document = parse(text)
  return parse(document.raw(document.find(['data']) ?? document.root))
}

const entriesOf = (document: JsonDocument, node: JsonNode | null): JsonNode[] => {
  const entries = node?.kind === 'object' ? document.find(['entries']) : node
  if (entries?.kind === 'array') return entries.items
  return entries?.kind === 'object' ? entries.members.map((member) => member.node) : []
}

/** Adds the entries of the other books with new ids, because apps find entries by their ids and drop duplicates. */
const withEntries = (first: JsonDocument, others: readonly JsonDocument[]): string => {
  const own = entriesOf(first, first.root)
  let id = own.length - 1
  for (const node of own) {
    const entry = first.toValue(node)
    const known = typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? Number(entry.id) : NaN
    if (Number.isSafeInteger(known)) id = Math.max(id, known)
  }
  const texts = own.map((node) => first.raw(node))
  for (const other of others)
    for (const node of entriesOf(other, other.root)) {
      const numbered = parse(other.raw(node)).patch([{ path: ['id'], value: ++id }])
      if (numbered.ok) texts.push(numbered.value)
    }
  const patched = first.patch([{ path: ['entries'], value: null, text: `[${texts.join(',')}]` }])
  if (!patched.ok) throw new Error(`Lorebooks could not be merged: ${patched.failure.reason}`)
  return patched.value
}
