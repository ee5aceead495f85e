import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CardAsset,
  holdsPlace,
  isRemote,
  type OpenedFile,
  pictureFormatOf,
  quoted,
} from '../../../formats/index.ts'
import type { CardPicture } from './card_event.ts'

interface Input {
  opened: OpenedFile
  assets: readonly CardAsset[]
  folder: string
  /** Collects sentences about unused and skipped assets. */
  notes: { kept: string[]; warnings: string[] }
}

interface Pictures {
  icon: string | null
  background: string | null
  pictures: CardPicture[]
}

/** The maximum number of lines about assets. Further lines are only counted. */
const linesMax = 50

/** Writes the pictures of a card to files. Other assets stay in the original. Doesn't decode pictures, and never fetches any. */
export const writePictures = async ({ opened, assets, folder, notes }: Input): Promise<Pictures> => {
  const files = new PictureFiles(folder)
  const [kept, warnings] = [new Lines(), new Lines()]
  const pictures: CardPicture[] = []
  const icons: CardPicture[] = []
  const known = new Map<string, string | null>()
  for (const { type, name, uri } of assets) {
    if (isRemote(uri)) continue
    let path = known.get(uri)
    if (path === undefined) {
      const read = await opened.assets.read(uri)
      path = read.ok ? await files.write(read.value) : null
      known.set(uri, path)
      const label = `The asset ${quoted(name || uri)}`
      // V3 gives every card a `ccdefault:` asset, even a card without a picture. A missing picture needs no warning.
      if (!read.ok && !(uri.startsWith('ccdefault:') && opened.picture === null))
        warnings.add(`${label} was left out: ${read.failure.reason}`)
      else if (read.ok && path === null) kept.add(`${label} (${type}: only PNG, JPEG, WebP and GIF pictures are used)`)
    }
    if (path === null) continue
    const picture = { type, name, path }
    if (type === 'icon') icons.push(picture)
    if (!uri.startsWith('ccdefault:')) pictures.push(picture)
  }
  notes.kept.push(...kept.list())
  notes.warnings.push(...warnings.list())
  const backgrounds = pictures.filter(({ type }) => type === 'background')
  const own = opened.picture && icons.length === 0 ? await files.write(opened.picture) : null
  if (files.places > 0) notes.warnings.push(placeWarning(files.places))
  return { icon: mainOf(icons) ?? own, background: mainOf(backgrounds), pictures }
}

const placeWarning = (count: number) =>
  count === 1
    ? 'A picture says where it was taken. Facet removed that; only the original file keeps it.'
    : `${count} pictures say where they were taken. Facet removed that; only the original file keeps it.`

/** Returns the path of the first picture with the name `main`, else of the first picture. */
const mainOf = (pictures: readonly CardPicture[]): string | null =>
  (pictures.find(({ name }) => name.toLowerCase() === 'main') ?? pictures[0])?.path ?? null

/** Writes the files of pictures. Each picture is written once, even if several assets have it. */
class PictureFiles {
  /** The number of pictures that say where they were taken. */
  places = 0
  readonly #paths = new Map<string, string>()

  constructor(private readonly folder: string) {}

  /** Returns null unless the bytes begin like a picture format that this server reads. */
  async write(bytes: Uint8Array): Promise<string | null> {
    if (pictureFormatOf(bytes) === null) return null
    const hash = createHash('sha256').update(bytes).digest('hex')
    const known = this.#paths.get(hash)
    if (known) return known
    if (holdsPlace(bytes)) this.places++
    const path = join(this.folder, `picture-${this.#paths.size}`)
    await writeFile(path, bytes)
    this.#paths.set(hash, path)
    return path
  }
}

class Lines {
  readonly #lines: string[] = []
  #more = 0

  add(line: string) {
    if (this.#lines.length < linesMax) this.#lines.push(line)
    else this.#more++
  }

  list(): string[] {
    return this.#more === 0 ? this.#lines : [...this.#lines, `… and ${this.#more} more assets`]
  }
}
