import {
  type CardAsset,
  type CardBook,
  type CharacterDraft,
  decodeText,
  decoratorEdits,
  EditList,
  editsFor,
  facetIdPath,
  hasKey,
  isJsonObject,
  JsonDocument,
  type JsonEdit,
  jsonLimits,
  type JsonObject,
  type JsonPath,
  lorebookIdPath,
  own,
  readCharacterDocument,
  type ReadingOptions,
  rewriteCard,
  serializeJson,
  type WritableCharacter,
  writeV2,
  writeV3,
  writtenLimits,
} from '../../formats/index.ts'
import type { CardOriginal } from '../originals/card_originals.ts'
import type { CardSpec } from '../../api.ts'

/** A stored original card, as the import read it. */
export interface ReadOriginal {
  document: JsonDocument
  text: string
  draft: CharacterDraft
  options: ReadingOptions
  fileFormat: CardOriginal['fileFormat']
}

/** Reads a stored original. Returns null if it can't be patched: formats other than V1, V2 and V3, and unreadable documents. */
export const readOriginal = (
  original: Pick<CardOriginal, 'cardFormat' | 'document' | 'fileName' | 'fileFormat'>,
  options: Omit<ReadingOptions, 'fileName'>
): ReadOriginal | null => {
  if (!['v1', 'v2', 'v3'].includes(original.cardFormat)) return null
  const document = JsonDocument.read(original.document)
  if (!document.ok) return null
  const ofFile = { ...options, fileName: original.fileName ?? undefined }
  const reading = readCharacterDocument(document.value, ofFile)
  if (!reading.ok) return null
  const { text } = decodeText(original.document)
  return {
    document: document.value,
    text,
    draft: reading.value.draft,
    options: ofFile,
    fileFormat: original.fileFormat,
  }
}

/** Returns the JSON of a stored original card with the current fields. Null if it can't be patched. */
export const patchedCard = ({ document, draft, options }: ReadOriginal, after: CharacterDraft, spec: CardSpec) => {
  const text = rewriteCard(document, draft, after, spec, options)
  return text.ok ? text.value : null
}

/** Whether an original card has the current fields. Doesn't compare the assets. */
export const isUnedited = ({ document, draft, options }: ReadOriginal, after: Omit<CharacterDraft, 'assets'>) => {
  const edits = editsFor(document, draft, { ...after, assets: draft.assets }, options)
  return edits.ok && edits.value.length === 0
}

/**
 * Replaces the URIs of assets, in the list of V3 and in RisuAI's lists. Removes items of RisuAI's lists whose URI is among the `dropped`
 * ones. In the list of V3, these were removed before.
 */
export const withUris = (text: string, moved: ReadonlyMap<string, string>, dropped: readonly string[]): string => {
  if (moved.size === 0 && dropped.length === 0) return text
  return patch(text, (card) => {
    const base = isJsonObject(card.data) ? ['data'] : []
    const data: unknown = isJsonObject(card.data) ? card.data : card
    const edits: JsonEdit[] = []
    const at = (value: unknown, ...keys: string[]): unknown =>
      keys.reduce<unknown>((inner, key) => (isJsonObject(inner) ? own(inner, key) : undefined), value)
    const assets = at(data, 'assets')
    for (const [index, asset] of Array.isArray(assets) ? assets.entries() : []) {
      const uri = moved.get(at(asset, 'uri') as string)
      if (uri !== undefined) edits.push({ path: [...base, 'assets', index, 'uri'], value: uri })
    }
    for (const key of ['emotions', 'additionalAssets']) {
      const list = at(data, 'extensions', 'risuai', key)
      for (const [index, item] of Array.isArray(list) ? list.entries() : []) {
        if (!Array.isArray(item)) continue
        const path = [...base, 'extensions', 'risuai', key, index]
        const uri = moved.get(item[1])
        if (uri !== undefined) edits.push({ path: [...path, 1], value: uri })
        else if (dropped.includes(item[1])) edits.push({ path, value: undefined })
      }
    }
    return edits
  })
}

/** Adds the character's id to a card. */
export const withId = (text: string, id: string | null): string =>
  id === null
    ? text
    : patch(text, ({ data }, document) => {
        if (!isJsonObject(data)) return []
        const list = new EditList(document)
        list.set(facetIdPath, id)
        return list.edits
      })

/** Adds the lorebook's id to its file. A list has no place for it. */
export const withLorebookId = (text: string, id: string): string =>
  patch(text, (_, document) => {
    if (document.root.kind !== 'object') return []
    const list = new EditList(document)
    list.set(lorebookIdPath(document), id)
    return list.edits
  })

/** Adds the assets to a card without any of its own: one that was V2 has no list, and one that was V1 gets the default one. */
export const withAssets = (text: string, assets: readonly CardAsset[]): string =>
  patch(text, ({ data }) =>
    isJsonObject(data) && (!hasKey(data, 'assets') || isDefaultList(data.assets))
      ? [{ path: ['data', 'assets'], value: assets.map((asset) => ({ ...asset })) }]
      : []
  )

const isDefaultList = (assets: unknown): boolean => {
  const [first, ...others]: unknown[] = Array.isArray(assets) ? assets : []
  return others.length === 0 && isJsonObject(first) && own(first, 'uri') === 'ccdefault:'
}

/** Returns the JSON of a new card, from fields alone. */
export const newCard = (character: WritableCharacter & { book: CardBook | null }, spec: CardSpec): string => {
  const { book } = character
  const fields = { ...character, book: null }
  const text = serializeJson(spec === 'v2' ? writeV2(fields) : writeV3(fields), jsonLimits.depthMax)
  if (!book) return text
  const withBook = patch(text, () => [{ path: bookPath, value: book.value, text: book.text }])
  return spec === 'v2' ? patch(withBook, ({ data }) => decoratorEdits(data)) : withBook
}

const bookPath: JsonPath = ['data', 'character_book']

/** Patches a text that Facet has written. */
const patch = (text: string, edits: (card: { data: JsonObject }, document: JsonDocument) => JsonEdit[]): string => {
  const document = JsonDocument.parse(text, writtenLimits)
  if (!document.ok) throw new Error(`A written card could not be read: ${document.failure.reason}`)
  const patched = document.value.patch(edits(document.value.toValue() as never, document.value))
  if (!patched.ok) throw new Error(`A written card could not be patched: ${patched.failure.reason}`)
  return patched.value
}
