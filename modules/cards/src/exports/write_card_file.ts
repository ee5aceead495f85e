import type { Readable } from 'node:stream'
import type { CharacterDetails } from '#modules/gallery/index'
import type { Lore, LorebookForExport } from '#modules/lore/index'
import type { CardFormat, CardSpec } from '../../api.ts'
import { isRemote } from '../characters/card_assets.ts'
import type { ReadingOptions } from '../characters/character_draft.ts'
import { encodePng, insertCards } from '../files/png/write_card_png.ts'
import { streamCharX, type CharXEntry } from '../files/zip/write_charx.ts'
import { encodeJson } from '../json/decode_text.ts'
import type { CardOriginals } from '../originals/card_originals.ts'
import { entryNameOf, mainOf, type PlannedAsset } from './card_assets_plan.ts'
import type { CardPictures } from './card_pictures.ts'
import { presentCharacter } from './present_character.ts'
import { TooHeavy, type TextWriter } from './writing/text_writer.ts'
import type { WrittenText } from './writing/writing_job.ts'

/**
 * The maximum size of a character's lorebooks: the bytes of the originals, plus the characters of the entries. Larger lorebooks don't fit
 * into the memory of an export.
 */
const booksLengthMax = 32 * 1_048_576

export interface CardUse {
  /**
   * Whether the card keeps what the imported files contain beyond Facet's own fields. Only the owner and admins may read that, because
   * nobody else sees it anywhere.
   */
  withOriginals: boolean
}

const forOwner: CardUse = { withOriginals: true }

interface Deps {
  lore: Pick<Lore, 'readForExport'>
  originals: Pick<CardOriginals, 'find'>
  pictures: CardPictures
  texts: Pick<TextWriter, 'write'>
  options: Omit<ReadingOptions, 'fileName'>
}

export class WriteCardFile {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Writes the character as a file. `character` has the details that its owner sees. Throws `TooHeavy`, also if the lorebooks are too
   * large.
   */
  async run(
    character: CharacterDetails,
    format: CardFormat,
    spec: CardSpec,
    use: CardUse = forOwner
  ): Promise<Uint8Array | Readable> {
    if (format === 'json') return encodeJson(await this.text(character, spec, use))
    const isArchive = format === 'charx'
    const [first, second] = await this.#write(character, isArchive ? [spec] : ['v2', 'v3'], { isArchive, ...use })
    const picture = await this.#deps.pictures.main(character)
    if (isArchive) return streamCharX(encodeJson(first!.text), await this.#entriesOf(first!.assets, picture))
    return insertCards(await encodePng(picture), { chara: encodeJson(first!.text), ccv3: encodeJson(second!.text) })
  }

  /** Returns the JSON of the character's card. Throws `TooHeavy`. */
  async text(character: CharacterDetails, spec: CardSpec, use: CardUse = forOwner): Promise<string> {
    const [written] = await this.#write(character, [spec], { isArchive: false, ...use })
    return written!.text
  }

  async #write(
    details: CharacterDetails,
    specs: CardSpec[],
    { isArchive, withOriginals }: CardUse & { isArchive: boolean }
  ): Promise<WrittenText[]> {
    const { originals, texts, options } = this.#deps
    const { id, createdAt, avatar, background, assets } = details
    return texts.write({
      kind: 'card',
      character: presentCharacter(details),
      createdAt,
      pictures: { avatar, background, assets },
      books: await this.#booksOf(details, withOriginals),
      original: withOriginals ? await originals.find(id) : null,
      options,
      isArchive,
      specs,
    })
  }

  async #booksOf({ createdBy, lorebookIds }: CharacterDetails, withOriginals: boolean): Promise<LorebookForExport[]> {
    const books: LorebookForExport[] = []
    let length = 0
    for (const id of lorebookIds) {
      const stored = await this.#deps.lore.readForExport(createdBy, id)
      if (!stored) continue
      const book = withOriginals ? stored : { ...stored, original: null }
      length += book.original?.bytes.byteLength ?? 0
      length += book.entries.reduce((sum, { content }) => sum + content.length, 0)
      if (length > booksLengthMax) throw new TooHeavy()
      books.push(book)
    }
    return books
  }

  async #entriesOf(assets: readonly PlannedAsset[], main: Buffer): Promise<CharXEntry[]> {
    const icon = mainOf(assets, 'icon')
    const entries = new Map<string, CharXEntry>()
    for (const asset of assets) {
      const name = entryNameOf(asset)
      if (name === null || entries.has(name)) continue
      if (asset === icon) {
        const bytes = name.toLowerCase().endsWith('.png') ? await encodePng(main) : main
        entries.set(name, { name, bytes })
        continue
      }
      const { address } = asset
      if (address === null || isRemote(address)) continue
      // A lost picture becomes an empty file, because the card already refers to it.
      const bytes = async () => (await this.#deps.pictures.read(address)) ?? Buffer.alloc(0)
      entries.set(name, { name, bytes })
    }
    return [...entries.values()]
  }
}
