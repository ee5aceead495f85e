import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inject } from '@adonisjs/core'
import { CardCharacters, type CharacterDetails } from '#modules/gallery/index'
import { Lore, type LorebookForExport } from '#modules/lore/index'
import type { CardFormat, CardSpec } from '../../api.ts'
import {
  type CharXEntry,
  encodeJson,
  encodePng,
  insertCards,
  isRemote,
  type PictureFormat,
  pictureFormatOf,
  type PngAsset,
  streamCharX,
} from '../../formats/index.ts'
import { WorkFolder } from '../http/work_folder.ts'
import { CardOriginals, type CardOriginal } from '../originals/card_originals.ts'
import { chunkKeyOf, entryNameOf, mainOf, type PlannedAsset } from './card_assets_plan.ts'
import { CardPictures } from './card_pictures.ts'
import { OriginalParts } from './original_parts.ts'
import { presentCharacter } from './present_character.ts'
import { TooHeavy, TextWriter } from './writing/text_writer.ts'
import type { CardJob, WrittenText } from './writing/writing_job.ts'

/**
 * The maximum size of a character's lorebooks: the bytes of the originals, plus the characters of the entries. Larger lorebooks don't fit
 * into the memory of an export.
 */
const booksLengthMax = 32 * 1_048_576

/** Larger files are downloaded from the disk. */
const heldBytesMax = 8 * 1_048_576

export interface CardUse {
  /**
   * `owner` gets everything that the imported file contains, also as its original bytes. `admin` gets the original text of the card, but no
   * bytes of the file: its pictures have metadata. `other` gets only Facet's own fields, because nobody else sees the rest anywhere.
   */
  reader: 'owner' | 'admin' | 'other'
}

/** The picture of a character: the one of its original file if it still has it, else the stored one. */
interface MainPicture {
  bytes: Buffer
  /** Null for the stored one, which is WebP, or one of our drawings. */
  format: PictureFormat | null
  png: () => Buffer | Promise<Buffer>
}

const forOwner: CardUse = { reader: 'owner' }

@inject()
export class WriteCardFile {
  constructor(
    private readonly lore: Lore,
    private readonly originals: CardOriginals,
    private readonly workFolder: WorkFolder,
    private readonly pictures: CardPictures,
    private readonly texts: TextWriter,
    private readonly characters: CardCharacters
  ) {}

  /**
   * Writes the character as a file. `character` has the details that its owner sees. Throws `TooHeavy`, also if the lorebooks are too
   * large, and `PicturesBusy`.
   */
  async run(
    character: CharacterDetails,
    format: CardFormat,
    spec: CardSpec,
    use: CardUse = forOwner
  ): Promise<Uint8Array | Readable> {
    const original = use.reader === 'other' ? null : await this.originals.find(character)
    const isOwner = use.reader === 'owner'
    const file = original && isOwner && format !== 'json' ? await OriginalParts.open(this.originals, original) : null
    const specs: CardSpec[] = format === 'png' ? ['v2', 'v3'] : [spec]
    const iconFormat = file?.pictureFormat ?? 'png'
    const job = { format, specs, original, hasFile: file?.isEmpty === false, iconFormat, ...use }
    let [first, second] = await this.#write(character, job)
    if (original && isOwner && first!.isAsImported && isInFormat(original, format, spec)) {
      const same = await this.originals.streamFile(original.file)
      if (same) return same
    }
    if (format === 'json') return encodeJson(first!.text)
    const own = first!.icons && file ? await file.picture(first!.icons) : null
    const picture = await this.#pictureOf(character, own)
    if (format === 'charx') {
      const isFileNew = mainOf(first!.assets, 'icon')?.from === null
      const format = picture.format ?? 'png'
      if (isFileNew && format !== iconFormat) [first] = await this.#write(character, { ...job, iconFormat: format })
      const archive = streamCharX(encodeJson(first!.text), await this.#entriesOf(first!, picture, file))
      return file ? this.#spool(archive) : archive
    }
    const cards = { chara: encodeJson(first!.text), ccv3: encodeJson(second!.text) }
    const png = insertCards(await picture.png(), cards, await this.#chunksOf(second!, file))
    return png.byteLength > heldBytesMax ? this.#spool(Readable.from([png])) : png
  }

  async #pictureOf(character: CharacterDetails, own: Buffer | null): Promise<MainPicture> {
    // The stored avatar is smaller, and has lost details.
    if (!own) {
      const stored = await this.pictures.main(character)
      return { bytes: stored, format: null, png: () => encodePng(stored) }
    }
    const format = pictureFormatOf(own)
    const png = async () =>
      format === 'png'
        ? own
        : ((await this.pictures.png(own, character.createdBy)) ?? encodePng(await this.pictures.main(character)))
    return { bytes: own, format, png }
  }

  /** Returns the file that a character was imported from. Only its owner may read it. Null if there is none, or if it is lost. */
  async original(character: CharacterDetails) {
    const original = await this.originals.find(character)
    const body = original && (await this.originals.streamFile(original.file))
    if (!original || !body) return null
    return {
      fileName: original.fileName ?? character.name,
      fileFormat: original.fileFormat,
      bytes: original.file.bytes,
      body,
    }
  }

  /** Returns the format that keeps everything of a character: the one of its original, if that has parts. */
  async formatOf(character: CharacterDetails): Promise<CardFormat> {
    const original = await this.originals.find(character)
    if (original && OriginalParts.areIn(original.fileFormat)) return original.fileFormat === 'charx' ? 'charx' : 'png'
    return character.assets.length > 0 ? 'charx' : 'png'
  }

  /** Returns the JSON of the character's card. Throws `TooHeavy`. */
  async text(character: CharacterDetails, spec: CardSpec): Promise<string> {
    const original = await this.originals.find(character)
    const options = { format: 'json' as const, specs: [spec], original, hasFile: false, ...forOwner }
    const [written] = await this.#write(character, options)
    return written!.text
  }

  async #write(
    details: CharacterDetails,
    {
      reader,
      ...job
    }: CardUse & Pick<CardJob, 'format' | 'specs' | 'original' | 'hasFile'> & Partial<Pick<CardJob, 'iconFormat'>>
  ): Promise<WrittenText[]> {
    const { texts, characters } = this
    const { id, createdAt, avatar, background, assets } = details
    return texts.write({
      kind: 'card',
      character: presentCharacter(details, await characters.scripts(id)),
      id: reader === 'owner' ? id : null,
      createdAt,
      pictures: { avatar, background, assets },
      books: await this.#booksOf(details, reader !== 'other'),
      options: characters.categories,
      iconFormat: 'png',
      ...job,
    })
  }

  async #booksOf({ createdBy, lorebookIds }: CharacterDetails, withOriginals: boolean): Promise<LorebookForExport[]> {
    const books: LorebookForExport[] = []
    let length = 0
    for (const id of lorebookIds) {
      const stored = await this.lore.readForExport(createdBy, id)
      if (!stored) continue
      const book = withOriginals ? stored : { ...stored, original: null }
      length += book.original?.bytes.byteLength ?? 0
      length += book.entries.reduce((sum, { content }) => sum + content.length, 0)
      if (length > booksLengthMax) throw new TooHeavy()
      books.push(book)
    }
    return books
  }

  /** Returns the files of an archive: those of the assets, and the other parts of the original. */
  async #entriesOf(
    { assets, dropped }: WrittenText,
    main: MainPicture,
    parts: OriginalParts | null
  ): Promise<CharXEntry[]> {
    const icon = mainOf(assets, 'icon')
    const entries = new Map<string, CharXEntry>()
    for (const asset of assets) {
      const name = entryNameOf(asset)
      if (name === null || entries.has(name)) continue
      const { address, from } = asset
      if (asset === icon && from === null) {
        const bytes = name.toLowerCase().endsWith('.png') ? await main.png() : main.bytes
        entries.set(name, { name, bytes })
      } else if (from !== null || (address !== null && !isRemote(address)))
        // A lost picture becomes an empty file, because the card already refers to it.
        entries.set(name, { name, bytes: async () => (await this.#read(asset, parts)) ?? Buffer.alloc(0) })
    }
    for (const name of parts?.isArchive ? parts.namesWithout(goneFrom(assets, dropped)) : []) {
      if (entries.has(name)) continue
      const bytes = async () => (await parts!.read(parts!.uriOf(name))) ?? Buffer.alloc(0)
      entries.set(name, { name, bytes, isCompressed: /\.json$/i.test(name) })
    }
    return [...entries.values()]
  }

  /** Returns the asset chunks of a PNG. It has no place for other parts of an archive. */
  async #chunksOf({ assets, dropped }: WrittenText, parts: OriginalParts | null): Promise<PngAsset[]> {
    const chunks = new Map<string, PngAsset>()
    for (const asset of assets) {
      const key = chunkKeyOf(asset)
      const bytes = key === null || chunks.has(key) ? null : await this.#read(asset, parts)
      if (key !== null && bytes) chunks.set(key, { key, bytes })
    }
    for (const key of parts && !parts.isArchive ? parts.namesWithout(goneFrom(assets, dropped)) : []) {
      const bytes = chunks.has(key) ? null : await parts!.read(parts!.uriOf(key))
      if (bytes) chunks.set(key, { key, bytes })
    }
    return [...chunks.values()]
  }

  /** Returns the file of an asset: from the original if the asset is unchanged, else the stored picture. */
  async #read({ from, address }: PlannedAsset, parts: OriginalParts | null): Promise<Uint8Array | null> {
    const original = from === null ? null : await parts!.read(from)
    return original ?? this.pictures.read(address)
  }

  /** Writes a large file to the disk first, so that a slow download doesn't hold it in memory. */
  async #spool(content: Readable): Promise<Readable> {
    const folder = await this.workFolder.make()
    try {
      const path = join(folder, 'card')
      await pipeline(content, createWriteStream(path))
      // The file stays until its handle is closed.
      return (await open(path)).createReadStream()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Whether a file already is what an export in this format would be. */
const isInFormat = ({ fileFormat, cardFormat }: CardOriginal, format: CardFormat, spec: CardSpec): boolean => {
  if (format === 'png') return fileFormat === 'png' || fileFormat === 'apng'
  return fileFormat === format && cardFormat === spec
}

/** Returns the URIs whose contents must stay out, unless another asset still has them. */
const goneFrom = (assets: readonly PlannedAsset[], dropped: readonly string[]): string[] => {
  const used = new Set(assets.map(({ from }) => from))
  return dropped.filter((uri) => !used.has(uri))
}
