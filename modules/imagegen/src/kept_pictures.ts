import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '#modules/kernel/result'
import { PictureStore, type KeptPicture, type PictureRefusal } from '../index.ts'
import type { KeepPicture } from './actions/keep_picture.ts'
import type { UnderWay } from './storage/under_way.ts'

/** The store as other modules see it: for bytes that the server has already. */
export class KeptPictures extends PictureStore {
  constructor(
    private readonly keep: KeepPicture,
    private readonly underWay: UnderWay
  ) {
    super()
  }

  put(picture: Uint8Array, ownerId: string): Promise<Result<KeptPicture, PictureRefusal>> {
    return this.underWay.within(async (folder) => {
      const file = join(folder, 'picture')
      await writeFile(file, picture)
      // Without a form there is nothing to say about forms.
      return (await this.keep.run({ file, boundary: null, folder }, ownerId)) as Result<KeptPicture, PictureRefusal>
    })
  }
}
