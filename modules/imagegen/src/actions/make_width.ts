import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureReader } from '../reading/picture_reader.ts'
import type { StoredWidthsQuery } from '../queries/stored_widths_query.ts'
import type { PictureFiles } from '../storage/picture_files.ts'
import type { WorkFolders } from '../storage/work_folders.ts'

/** The maximum number of unfinished widths. Beyond it, the widest file is served. */
const waitingMax = 500

interface Deps {
  reader: Pick<PictureReader, 'read'>
  files: PictureFiles
  widths: StoredWidthsQuery
  workFolders: WorkFolders
}

/** A file to make, and the width of the file that it is made from. */
interface Wanted {
  hash: string
  width: number
  widest: number
}

/**
 * Makes a width of a stored picture from its widest file, and stores it. Makes one at a time, because a page requests dozens of pictures,
 * and uploads use the same reader.
 */
export class MakeWidth {
  readonly #deps: Deps
  readonly #underWay = new Map<string, Promise<Buffer>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  run(wanted: Wanted): Promise<Buffer> {
    const key = `${wanted.hash}-${wanted.width}`
    const known = this.#underWay.get(key)
    if (known) return known
    if (this.#underWay.size >= waitingMax) return this.#deps.files.get(wanted.hash, wanted.widest)
    const made = this.#last.then(() => this.#make(wanted)).finally(() => this.#underWay.delete(key))
    this.#last = made.catch(() => {})
    this.#underWay.set(key, made)
    return made
  }

  async #make({ hash, width, widest }: Wanted): Promise<Buffer> {
    const { reader, files, widths, workFolders } = this.#deps
    const original = await files.get(hash, widest)
    return workFolders.use(async (folder) => {
      const file = join(folder, 'picture')
      await writeFile(file, original)
      const read = await reader.read({ file, boundary: null, folder, widths: [width] }, hash)
      if (!read.ok) return original
      const webp = await readFile(join(folder, `${width}.webp`))
      await files.put(hash, width, webp)
      widths.forget(hash)
      // The picture was removed in the meantime.
      if ((await widths.run(hash)) === null) await files.remove(hash, width)
      return webp
    })
  }
}
