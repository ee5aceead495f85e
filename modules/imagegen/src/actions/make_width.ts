import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import { PictureReader } from '../reading/picture_reader.ts'
import { StoredWidthsQuery } from '../queries/stored_widths_query.ts'
import { PictureFiles } from '../storage/picture_files.ts'
import { WorkFolders } from '../storage/work_folders.ts'

/** The maximum number of unfinished widths. Beyond it, the widest file is served. */
const waitingMax = 500

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
@inject()
export class MakeWidth {
  readonly #underWay = new Map<string, Promise<Buffer>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly reader: PictureReader,
    private readonly files: PictureFiles,
    private readonly widths: StoredWidthsQuery,
    private readonly workFolders: WorkFolders
  ) {}

  run(wanted: Wanted): Promise<Buffer> {
    const key = `${wanted.hash}-${wanted.width}`
    const known = this.#underWay.get(key)
    if (known) return known
    if (this.#underWay.size >= waitingMax) return this.files.get(wanted.hash, wanted.widest)
    const made = this.#last.then(() => this.#make(wanted)).finally(() => this.#underWay.delete(key))
    this.#last = made.catch(() => {})
    this.#underWay.set(key, made)
    return made
  }

  async #make({ hash, width, widest }: Wanted): Promise<Buffer> {
    const { reader, files, widths, workFolders } = this
    const original = await files.get(hash, widest)
    return workFolders.use(async (folder) => {
      const file = join(folder, 'picture')
      await writeFile(file, original)
      const read = await reader.read({ file, boundary: null, folder, widths: [width], mark: 'kept' }, hash)
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
