import { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import { Gallery, type CharacterDetails, type Viewer } from '#modules/gallery/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { ExportSlots } from '../work_queue.ts'
import { cardExportLimits, type CardFormat, type CardSpec } from '../../api.ts'
import type { FileFormat } from '../../formats/index.ts'
import { PicturesBusy } from './card_pictures.ts'
import { WriteCardFile } from './write_card_file.ts'
import { TooHeavy } from './writing/text_writer.ts'

export type CardExportRefusal =
  | { kind: 'unknown' }
  | { kind: 'adult_gate' }
  /** The owner doesn't share the definition. */
  | { kind: 'not_allowed' }
  | { kind: 'too_large' }
  /** The user has too many unfinished downloads. */
  | { kind: 'under_way' }
  /** Too many users wait for cards. */
  | { kind: 'overloaded' }

export interface CardExport {
  name: string
  body: Uint8Array | Readable
}

/** An original file. `fileName` is the name on its owner's machine, if it is known. */
export interface OriginalExport {
  fileName: string
  fileFormat: FileFormat
  bytes: number
  body: Readable
}

/** Returns the viewer with full access to a user's own characters. */
export const ownerOf = (userId: string): Viewer => ({ id: userId, isAdmin: false, limitlessEnabled: true })

/**
 * Writes a character's card for its owner and for admins. If the owner allows forks, also for every viewer who can see the character, but
 * without what only the original files contain.
 */
@inject()
export class ExportCard {
  /** The number of each user's files that are being downloaded. They occupy disk space until then. */
  readonly #downloads = new Map<string, number>()

  constructor(
    private readonly gallery: Gallery,
    private readonly writeCardFile: WriteCardFile,
    private readonly slots: ExportSlots
  ) {}

  async run(
    id: string,
    viewer: Viewer,
    { format, spec }: { format: CardFormat; spec: CardSpec }
  ): Promise<Result<CardExport, CardExportRefusal>> {
    const found = await this.#find(id, viewer)
    if (!found.ok) return found
    const { character, isTheirs } = found.value
    const reader = character.createdBy === viewer.id ? 'owner' : isTheirs ? 'admin' : 'other'
    try {
      const file = await this.slots.use(viewer.id, () =>
        this.#download(viewer.id, async () => ({
          name: character.name,
          body: await this.writeCardFile.run(character, format, spec, { reader }),
        }))
      )
      return file === null ? fail({ kind: 'overloaded' }) : file
    } catch (error) {
      if (error instanceof TooHeavy) return fail({ kind: 'too_large' })
      if (error instanceof PicturesBusy) return fail({ kind: 'overloaded' })
      throw error
    }
  }

  /** Returns the file that a character was imported from, for its owner only. */
  async original(id: string, userId: string): Promise<Result<OriginalExport, CardExportRefusal>> {
    const character = await this.gallery.findDetails(id, ownerOf(userId))
    if (character?.createdBy !== userId) return fail({ kind: 'unknown' })
    const file = await this.#download(userId, () => this.writeCardFile.original(character))
    if (!file.ok) return file
    return file.value ? ok(file.value) : fail({ kind: 'unknown' })
  }

  /** Opens a file, and counts it as a download of the user until its stream closes. */
  async #download<File extends { body: Uint8Array | Readable } | null>(
    userId: string,
    open: () => Promise<File>
  ): Promise<Result<File, CardExportRefusal>> {
    const count = this.#downloads.get(userId) ?? 0
    if (count >= cardExportLimits.downloadsAtOnce) return fail({ kind: 'under_way' })
    this.#downloads.set(userId, count + 1)
    let file: File | null = null
    try {
      file = await open()
      return ok(file)
    } finally {
      const end = () => {
        const left = this.#downloads.get(userId)! - 1
        if (left === 0) this.#downloads.delete(userId)
        else this.#downloads.set(userId, left)
      }
      if (file?.body instanceof Readable) file.body.once('close', end)
      else end()
    }
  }

  async #find(
    id: string,
    viewer: Viewer
  ): Promise<Result<{ character: CharacterDetails; isTheirs: boolean }, CardExportRefusal>> {
    const view = await this.gallery.find(id, viewer)
    if (!view) return fail({ kind: 'unknown' })
    if (view.kind === 'adult_gate') return fail({ kind: 'adult_gate' })
    // A fork gives other users a copy of a private definition, so a card may contain it, too.
    const character = await this.gallery.findDetails(id, ownerOf(view.character.createdBy))
    if (!character) return fail({ kind: 'unknown' })
    const isTheirs = character.createdBy === viewer.id || viewer.isAdmin
    return isTheirs || character.allowForks ? ok({ character, isTheirs }) : fail({ kind: 'not_allowed' })
  }
}
