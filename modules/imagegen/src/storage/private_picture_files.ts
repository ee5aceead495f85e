import { inject } from '@adonisjs/core'
import { FileStore } from '#modules/kernel/file_store'
import { PictureSettings } from '../../index.ts'
import type { PrivatePictureForm } from '../private_pictures.ts'

const types = { thumb: 'image/webp', whole: 'image/webp', model: 'image/jpeg' } as const
const forms = Object.keys(types) as PrivatePictureForm[]

/** The files of private pictures, by their random names. They are beside those of `PictureFiles`, and no address leads to them. */
@inject()
export class PrivatePictureFiles extends FileStore {
  constructor(settings: PictureSettings) {
    super(settings)
  }

  async put(file: string, contents: Record<PrivatePictureForm, Uint8Array>): Promise<void> {
    const disk = await this.disk()
    await Promise.all(forms.map((form) => disk.put(keyOf(file, form), contents[form], { contentType: types[form] })))
  }

  /** Returns null for a missing file. */
  async get(file: string, form: PrivatePictureForm): Promise<Buffer | null> {
    const disk = await this.disk()
    try {
      const bytes = await disk.getBytes(keyOf(file, form))
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    } catch (error) {
      if (await disk.exists(keyOf(file, form))) throw error
      return null
    }
  }

  /** Idempotent. */
  async remove(file: string): Promise<void> {
    const disk = await this.disk()
    await Promise.all(forms.map((form) => disk.delete(keyOf(file, form))))
  }
}

/** Two levels keep folders small. */
const keyOf = (file: string, form: PrivatePictureForm) =>
  `private/${file.slice(0, 2)}/${file}-${form}.${types[form].slice('image/'.length)}`
