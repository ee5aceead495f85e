import { fileLimits } from '../files/file_limits.ts'
import { openFile } from '../files/open_file.ts'
import type { FileFormat, OpenedFile } from '../files/opened_file.ts'
import type { CardOriginal, CardOriginals } from '../originals/card_originals.ts'

/** The parts of an original file beside its card and its picture: the entries of an archive, or the asset chunks of a PNG. */
export class OriginalParts {
  readonly #file: OpenedFile

  private constructor(file: OpenedFile) {
    this.#file = file
  }

  /** Whether files of a format can have parts. */
  static areIn(format: FileFormat): boolean {
    return format === 'charx' || format === 'png' || format === 'apng'
  }

  /** Returns null if the file is lost, or has no parts. */
  static async open(
    originals: Pick<CardOriginals, 'readFile'>,
    { file, fileFormat }: Pick<CardOriginal, 'file' | 'fileFormat'>
  ): Promise<OriginalParts | null> {
    if (!OriginalParts.areIn(fileFormat)) return null
    const bytes = await originals.readFile(file)
    // The size of what an archive decompresses to is bounded when the file is imported. An export reads each entry at most twice.
    const opened = bytes && (await openFile(bytes, fileLimits))
    return opened?.ok && opened.value.assets.names.length > 0 ? new OriginalParts(opened.value) : null
  }

  get isArchive() {
    return this.#file.format === 'charx'
  }

  /** Returns the bytes behind an asset's URI, or null if the file can't give them. */
  async read(uri: string): Promise<Uint8Array | null> {
    const read = await this.#file.assets.read(uri)
    return read.ok ? read.value : null
  }

  /** Returns the names of the parts, except for those that the given URIs refer to. */
  namesWithout(uris: readonly string[]): string[] {
    const without = new Set(uris.map((uri) => this.#file.assets.nameOf(uri)))
    return this.#file.assets.names.filter((name) => !without.has(name))
  }

  /** Returns the URI of a part. */
  uriOf(name: string): string {
    return this.isArchive ? `embeded://${name}` : `__asset:${name}`
  }
}
