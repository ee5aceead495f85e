import {
  createAssets,
  type FileFormat,
  fileLimits,
  holdsPlace,
  type OpenedFile,
  openFile,
  type PictureFormat,
  pictureFormatOf,
  withoutMetadata,
} from '../../formats/index.ts'
import type { CardOriginal, CardOriginals } from '../originals/card_originals.ts'

/** An original file with pictures. Its parts are the entries of an archive, or the asset chunks of a PNG. */
export class OriginalParts {
  readonly #file: Pick<OpenedFile, 'format' | 'picture' | 'assets'>

  private constructor(file: Pick<OpenedFile, 'format' | 'picture' | 'assets'>) {
    this.#file = file
  }

  /** Whether files of a format can have parts. */
  static areIn(format: FileFormat): boolean {
    return format === 'charx' || format === 'png' || format === 'apng'
  }

  /** Returns null if the file is lost, or is a text without pictures. */
  static async open(
    originals: Pick<CardOriginals, 'readFile'>,
    { file, fileFormat }: Pick<CardOriginal, 'file' | 'fileFormat'>
  ): Promise<OriginalParts | null> {
    if (fileFormat === 'jsonl' || fileFormat === 'yaml') return null
    // The URIs of its assets contain their pictures.
    if (fileFormat === 'json') {
      const assets = createAssets({ names: [], picture: null, limits: fileLimits })
      return new OriginalParts({ format: fileFormat, picture: null, assets })
    }
    const bytes = await originals.readFile(file)
    // The size of what an archive decompresses to is bounded when the file is imported. An export reads each entry at most twice.
    const opened = bytes && (await openFile(bytes, fileLimits))
    return opened?.ok ? new OriginalParts(opened.value) : null
  }

  get isEmpty() {
    return this.#file.assets.names.length === 0
  }

  /** The format of the picture that carries the card. Null for other files. */
  get pictureFormat(): PictureFormat | null {
    return this.#file.picture && pictureFormatOf(this.#file.picture)
  }

  get isArchive() {
    return this.#file.format === 'charx'
  }

  /** Returns the bytes behind an asset's URI, or null if the file can't give them. A picture that says where it was taken loses its metadata. */
  async read(uri: string): Promise<Uint8Array | null> {
    const read = await this.#file.assets.read(uri)
    if (!read.ok) return null
    const hasPlace = pictureFormatOf(read.value) !== null && holdsPlace(read.value)
    return (hasPlace ? withoutMetadata(read.value) : null) ?? read.value
  }

  /** Returns the first picture behind these URIs, else the picture of the file, as the import chooses the avatar. Without its metadata. */
  async picture(uris: readonly string[]): Promise<Buffer | null> {
    for (const uri of uris) {
      const bytes = await this.read(uri)
      if (bytes && pictureFormatOf(bytes)) return withoutMetadata(bytes)
    }
    return this.#file.picture && withoutMetadata(this.#file.picture)
  }

  /** Returns the names of the parts that exports carry, except for those that the given URIs refer to. */
  namesWithout(uris: readonly string[]): string[] {
    // Further parts of Backyard's archives have no place in other formats.
    if (!OriginalParts.areIn(this.#file.format)) return []
    const without = new Set(uris.map((uri) => this.#file.assets.nameOf(uri)))
    return this.#file.assets.names.filter((name) => !without.has(name))
  }

  /** Returns the URI of a part. */
  uriOf(name: string): string {
    return this.isArchive ? `embeded://${name}` : `__asset:${name}`
  }
}
