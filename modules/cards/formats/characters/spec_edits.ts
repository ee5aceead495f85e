import type { JsonDocument } from '../json/json_document.ts'
import type { JsonEdit } from '../json/patch_json.ts'
import { withDecoratorsNote, withoutDecorators } from './decorators.ts'
import { EditList } from './edit_list.ts'
import { hasKey, isJsonObject, own } from './json_object.ts'
import { entriesOf } from './write_card.ts'

/**
 * Returns the edits that turn a V2 card into V3, or V3 into V2, for `JsonDocument.patch`. Apply them after all other edits. Every other
 * value stays. V3 gets its required field. V2 loses the lorebook's decorators, and the creator's notes then mention them. Returns no edits
 * if the card already has the version, and null for a card without `data`. The caller must write such a card from its fields.
 */
export const specEdits = (document: JsonDocument, version: 'v2' | 'v3'): JsonEdit[] | null => {
  const root = document.toValue()
  const data = isJsonObject(root) ? own(root, 'data') : null
  if (!isJsonObject(root) || !isJsonObject(data)) return null
  const spec = `chara_card_${version}`
  if (own(root, 'spec') === spec) return []
  const list = new EditList(document)
  list.set(['spec'], spec)
  list.set(['spec_version'], version === 'v3' ? '3.0' : '2.0')
  if (version === 'v3' && !hasKey(data, 'group_only_greetings')) list.set(['data', 'group_only_greetings'], [])
  return version === 'v3' ? [...list.edits, ...regexEdits(data)] : [...list.edits, ...decoratorEdits(data)]
}

/** Returns the edits that add `use_regex` to the entries of a lorebook. V3 requires it, and V2 doesn't have it. */
const regexEdits = (data: { readonly [key: string]: unknown }): JsonEdit[] => {
  const book = own(data, 'character_book')
  return entriesOf(book).flatMap(([key, entry]): JsonEdit[] =>
    isJsonObject(entry) && !hasKey(entry, 'use_regex')
      ? [{ path: [...entriesPathOf(book), key, 'use_regex'], value: false }]
      : []
  )
}

const entriesPathOf = (book: unknown) =>
  isJsonObject(book) ? ['data', 'character_book', 'entries'] : ['data', 'character_book']

/** Returns the edits that remove a lorebook's decorators from the `data` of a V2 card and mention them in the creator's notes. */
export const decoratorEdits = (data: { readonly [key: string]: unknown }): JsonEdit[] => {
  const book = own(data, 'character_book')
  const path = entriesPathOf(book)
  const edits = entriesOf(book).flatMap(([key, entry]): JsonEdit[] => {
    const content = isJsonObject(entry) ? own(entry, 'content') : null
    if (typeof content !== 'string') return []
    const plain = withoutDecorators(content)
    return plain === content ? [] : [{ path: [...path, key, 'content'], value: plain }]
  })
  if (edits.length === 0) return []
  const notes = own(data, 'creator_notes')
  const value = withDecoratorsNote(typeof notes === 'string' ? notes : '')
  return [...edits, { path: ['data', 'creator_notes'], value }]
}
