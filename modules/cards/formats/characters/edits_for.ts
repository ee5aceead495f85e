import { isDeepStrictEqual } from 'node:util'
import type { JsonDocument } from '../json/json_document.ts'
import type { JsonValue } from '../json/json_node.ts'
import type { JsonEdit } from '../json/patch_json.ts'
import { tidyTags } from '#modules/gallery/api'
import { fail, ok, type Result } from '#modules/kernel/result'
import { isBlank, storable } from '#modules/kernel/text'
import { isReadableAsset } from './card_assets.ts'
import { oneLine } from './card_name.ts'
import { categoryNamed, sortTags } from './card_tags.ts'
import type { CardAsset, CardRefusal, CharacterDraft, ReadingOptions } from './character_draft.ts'
import { classify } from './classify.ts'
import { EditList, type ReadItem } from './edit_list.ts'
import { hasKey, isJsonObject, own, type JsonObject } from './json_object.ts'
import { ReadingNotes } from './reading_notes.ts'
import { teaserOf } from './teaser.ts'

/** The keys of Facet's texts in V1 to V3, in `data` or at the root. */
const textKeys = {
  name: 'name',
  backstory: 'description',
  personality: 'personality',
  scenario: 'scenario',
  firstMessage: 'first_mes',
  exampleDialogue: 'mes_example',
  systemPrompt: 'system_prompt',
  postHistoryInstructions: 'post_history_instructions',
  creatorName: 'creator',
  version: 'character_version',
} as const

/**
 * Returns the edits that give the JSON of a V1, V2 or V3 card the fields of `after`, for `JsonDocument.patch`. `before` has the fields as
 * they were read. Fields that are equal in both get no edit, so an unchanged card stays identical byte for byte. Copies at the root follow
 * `data`. Refuses other formats. The caller must write their cards from the fields.
 */
export const editsFor = (
  original: JsonDocument,
  before: CharacterDraft,
  after: CharacterDraft,
  options: ReadingOptions
): Result<JsonEdit[], CardRefusal> => {
  const root = original.toValue()
  const content = classify(root)
  if (content.holds !== 'character' || !isTavern(content.format) || !isJsonObject(root))
    return fail({ because: 'Only cards of the V1, V2 and V3 specifications can be edited in place.' })
  const card = new EditedCard(original, root, content.format, options)
  card.editTexts(before, after)
  card.editCreatorNotes(before, after)
  card.editTeaser(before, after)
  card.editLists(before, after)
  card.editTags(before, after)
  card.editDepthNote(before, after)
  card.editBook(before, after)
  card.editAssets(before, after)
  return ok(card.edits)
}

const isTavern = (format: string): format is 'v1' | 'v2' | 'v3' => ['v1', 'v2', 'v3'].includes(format)

class EditedCard {
  readonly #root: JsonObject
  readonly #data: JsonObject
  readonly #isNested: boolean
  readonly #isV3: boolean
  readonly #base: readonly string[]
  readonly #extensions: JsonObject
  readonly #facet: JsonObject
  readonly #options: ReadingOptions
  readonly #list: EditList

  constructor(document: JsonDocument, root: JsonObject, format: 'v1' | 'v2' | 'v3', options: ReadingOptions) {
    const data = own(root, 'data')
    this.#root = root
    this.#isNested = format !== 'v1' && isJsonObject(data)
    this.#data = this.#isNested ? (data as JsonObject) : root
    this.#isV3 = format === 'v3'
    this.#base = this.#isNested ? ['data'] : []
    this.#extensions = objectIn(this.#data, 'extensions')
    this.#facet = objectIn(this.#extensions, 'facet')
    this.#options = options
    this.#list = new EditList(document)
  }

  get edits(): JsonEdit[] {
    return this.#list.edits
  }

  editTexts(before: CharacterDraft, after: CharacterDraft) {
    for (const [field, key] of Object.entries(textKeys) as [keyof typeof textKeys, string][])
      if (before[field] !== after[field]) this.#setWithCopy(key, key, after[field])
    if (before.nickname !== after.nickname)
      this.#list.set(this.#placeOf('nickname', 'nickname'), after.nickname === '' ? undefined : after.nickname)
  }

  editCreatorNotes({ creatorNotes: old }: CharacterDraft, { creatorNotes }: CharacterDraft) {
    const text = creatorNotes?.text ?? ''
    if ((old?.text ?? '') !== text) {
      const isV1 = !hasKey(this.#data, 'creator_notes') && hasKey(this.#data, 'creatorcomment')
      this.#setWithCopy(isV1 ? 'creatorcomment' : 'creator_notes', 'creatorcomment', text)
    }
    const [before, after] = [old?.translations ?? {}, creatorNotes?.translations ?? {}]
    const path = this.#placeOf('creator_notes_multilingual', 'translations')
    for (const code of Object.keys({ ...before, ...after }))
      if (before[code] !== after[code]) this.#list.set([...path, code], after[code])
  }

  /** Writes the teaser to Facet's extension. Skips a derived teaser if the extension has no teaser yet. */
  editTeaser(before: CharacterDraft, after: CharacterDraft) {
    if (before.description === after.description) return
    const known = own(this.#facet, 'description')
    const notes = after.creatorNotes?.text ?? ''
    const isDerived = after.description === teaserOf(notes, after.scenario)
    if (known !== undefined || !isDerived) {
      this.#setFacet('description', after.description)
      // Without the field, the creator's notes decide.
      const isTeaser = own(this.#facet, 'descriptionIsTeaser') ?? after.creatorNotes !== null
      if (isTeaser !== after.descriptionIsTeaser) this.#setFacet('descriptionIsTeaser', after.descriptionIsTeaser)
    }
    // An export of a character without creator's notes has the teaser in their place.
    if (known !== undefined && known === own(this.#data, 'creator_notes') && notes === '')
      this.#setWithCopy('creator_notes', 'creatorcomment', after.description)
  }

  editLists(before: CharacterDraft, after: CharacterDraft) {
    this.#editTextList([...this.#base, 'alternate_greetings'], before.alternateGreetings, after.alternateGreetings)
    const isInData = textsIn(own(this.#data, 'group_only_greetings')).length > 0
    const isInExtension = !isInData && textsIn(own(this.#extensions, 'group_greetings')).length > 0
    const groupPath =
      isInData || (this.#isV3 && !isInExtension) ? ['group_only_greetings'] : ['extensions', 'group_greetings']
    this.#editTextList([...this.#base, ...groupPath], before.groupGreetings, after.groupGreetings)
    this.#editTextList(this.#placeOf('source', 'source'), before.source, after.source, oneLine)
  }

  /** Keeps tags beyond Facet's limits. Keeps the tag that names the category as long as reading the tags gives the right result. */
  editTags(before: CharacterDraft, after: CharacterDraft) {
    if (before.isNsfw !== after.isNsfw) this.#setFacet('isNsfw', after.isNsfw ? true : undefined)
    const isCategoryEdited = before.category !== after.category
    if (!isCategoryEdited && isDeepStrictEqual(before.tags, after.tags)) return
    const { categories } = this.#options
    const written = own(this.#data, 'tags')
    const present = typeof written === 'string' ? written.split(/[,\n]/) : textsIn(written)
    const facetCategory = own(this.#facet, 'category')
    const known = typeof facetCategory === 'string' ? (categoryNamed(categories, facetCategory) ?? null) : null
    const isRight = (tags: readonly string[]) => {
      const sorted = sortTags(tags, this.#options, new ReadingNotes(), known)
      return sorted.category === after.category && after.tags.every((tag) => sorted.tags.includes(tag))
    }
    const replaced = replaceTags(present, before.tags, after.tags)
    if (!isCategoryEdited && isRight(replaced)) return this.#setTags(present, replaced)
    const namesOldCategory = (tag: string) => known === null && categoryNamed(categories, tag) === before.category
    const others = present.filter((tag) => !namesOldCategory(tag))
    this.#setTags(present, replaceTags(others, before.tags, after.tags))
    this.#setFacet('category', after.category)
  }

  editDepthNote({ depthNote: old }: CharacterDraft, { depthNote }: CharacterDraft) {
    if (isDeepStrictEqual(old, depthNote)) return
    const path = [...this.#base, 'extensions', 'depth_prompt']
    if (!depthNote) return this.#list.set(path, undefined)
    if (old?.text !== depthNote.text) this.#list.set([...path, 'prompt'], depthNote.text)
    if (old?.depth !== depthNote.depth) this.#list.set([...path, 'depth'], depthNote.depth)
    if (old?.role !== depthNote.role) this.#list.set([...path, 'role'], depthNote.role)
  }

  editBook({ book: old }: CharacterDraft, { book }: CharacterDraft) {
    if (isDeepStrictEqual(old?.value, book?.value)) return
    this.#list.set([...this.#base, 'character_book'], book?.value, book?.text)
  }

  /** Edits the list of assets. Assets in RisuAI's extension stay there. V1 and V2 have no list for new assets. */
  editAssets(before: CharacterDraft, after: CharacterDraft) {
    if (isDeepStrictEqual(before.assets, after.assets)) return
    const listed = own(this.#data, 'assets')
    if (!this.#isV3 && !Array.isArray(listed)) return
    // The draft's first assets are from the list. Without a list, the first is the asset that V3 prescribes.
    const readable = (Array.isArray(listed) ? (listed as JsonValue[]) : []).flatMap((original, at) =>
      isReadableAsset(original) ? [{ original, at }] : []
    )
    const ownCount = Array.isArray(listed) ? readable.length : 1
    const items = readable.flatMap((item, index): ReadItem[] => {
      const asset = before.assets[index]
      return asset ? [{ ...item, value: plainAsset(asset) }] : []
    })
    const ofRisu = before.assets.slice(ownCount)
    const assets = after.assets.filter((asset) => !ofRisu.some((other) => isDeepStrictEqual(other, asset)))
    const isInPlace = items.length === assets.length && items.every(({ original }) => isJsonObject(original))
    if (isInPlace) return this.#editAssetFields(items, assets)
    this.#list.setList([...this.#base, 'assets'], items, assets.map(plainAsset))
  }

  /** Edits the known fields of each asset. Its other fields stay. */
  #editAssetFields(items: readonly ReadItem[], assets: readonly CardAsset[]) {
    for (const [index, { at, value }] of items.entries())
      for (const [key, field] of Object.entries(plainAsset(assets[index]!)))
        if ((value as Record<string, JsonValue>)[key] !== field)
          this.#list.setInItem([...this.#base, 'assets', at, key], field)
  }

  /** `tidy` is the conversion that the reader applied to each text. */
  #editTextList(
    path: readonly string[],
    before: readonly string[],
    after: readonly string[],
    tidy = (text: string) => text
  ) {
    if (isDeepStrictEqual(before, after)) return
    const list = path.reduce<unknown>((value, key) => (isJsonObject(value) ? own(value, key) : undefined), this.#root)
    const items = (Array.isArray(list) ? (list as JsonValue[]) : []).flatMap((original, at): ReadItem[] => {
      const value = tidy(typeof original === 'string' ? storable(original) : JSON.stringify(original))
      return isBlank(value) ? [] : [{ value, at, original }]
    })
    // The reader leaves out sources beyond its limits.
    const isAsRead = isDeepStrictEqual(
      items.slice(0, before.length).map(({ value }) => value),
      before
    )
    if (isAsRead) this.#list.setList(path, items.slice(0, before.length), after)
    else this.#list.set(path, [...after])
  }

  #setTags(present: readonly string[], tags: string[]) {
    if (isDeepStrictEqual(tags, present)) return
    const path = [...this.#base, 'tags']
    const items = textItems(own(this.#data, 'tags'))
    if (items) this.#list.setList(path, items, tags)
    else this.#list.set(path, tags)
    if (this.#isNested && hasKey(this.#root, 'tags')) this.#list.set(['tags'], tags)
  }

  /** Sets a text, and its copy at the root if the card has one. */
  #setWithCopy(key: string, rootKey: string, text: string) {
    this.#list.set([...this.#base, key], text)
    if (this.#isNested && hasKey(this.#root, rootKey)) this.#list.set([rootKey], text)
  }

  #setFacet(key: string, value: JsonValue | undefined) {
    this.#list.set([...this.#base, 'extensions', 'facet', key], value)
  }

  /**
   * Returns the path of a V3 field: in `data` if the card has it there. Otherwise in Facet's extension, if the card isn't V3 or has the
   * field there.
   */
  #placeOf(key: string, facetKey: string): string[] {
    const isInData = hasKey(this.#data, key) || (this.#isV3 && !hasKey(this.#facet, facetKey))
    return isInData ? [...this.#base, key] : [...this.#base, 'extensions', 'facet', facetKey]
  }
}

const plainAsset = ({ type, uri, name, ext }: CardAsset) => ({ type, uri, name, ext })

const objectIn = (object: JsonObject, key: string): JsonObject => {
  const value = own(object, key)
  return isJsonObject(value) ? value : {}
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string' && !isBlank(text)) : []

/** Returns null unless the value is a list of texts only. */
const textItems = (value: unknown): ReadItem[] | null =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')
    ? value.map((text, at) => ({ value: text, at, original: text }))
    : null

/** Replaces old tags with new tags in place. Further new tags follow the last old tag. Other tags stay unless they equal a new tag. */
const replaceTags = (present: readonly string[], before: readonly string[], after: readonly string[]): string[] => {
  const [had, has] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  const isOld = (tag: string) => had.has(keyOf(tag))
  const last = present.findLastIndex(isOld)
  const waiting = [...after]
  const replaced = present.flatMap((tag, index) => {
    if (index === last) return waiting.splice(0)
    if (isOld(tag)) return waiting.splice(0, 1)
    return has.has(keyOf(tag)) ? [] : [tag]
  })
  return [...replaced, ...waiting]
}

const keyOf = (tag: string): string => (tidyTags([storable(tag)])[0] ?? '').toLowerCase()
