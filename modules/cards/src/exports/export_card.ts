import type { Readable } from 'node:stream'
import type { CharacterDetails, Gallery, Viewer } from '#modules/gallery/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { UserTurns } from '#modules/kernel/user_turns'
import type { CardFormat, CardSpec } from '../../api.ts'
import type { WriteCardFile } from './write_card_file.ts'
import { TooHeavy } from './writing/text_writer.ts'

export type CardExportRefusal =
  | { kind: 'unknown' }
  | { kind: 'adult_gate' }
  /** The owner doesn't share the definition. */
  | { kind: 'not_allowed' }
  | { kind: 'too_large' }
  /** Too many users wait for cards. */
  | { kind: 'overloaded' }

export interface CardExport {
  name: string
  body: Uint8Array | Readable
}

/** Returns the viewer with full access to a user's own characters. */
export const ownerOf = (userId: string): Viewer => ({ id: userId, isAdmin: false, limitlessEnabled: true })

/**
 * Writes a character's card for its owner and for admins. If the owner allows forks, also for every viewer who can see the character, but
 * without what only the original files contain.
 */
export class ExportCard {
  readonly #gallery: Gallery
  readonly #writeCardFile: WriteCardFile
  readonly #slots: UserTurns

  constructor(gallery: Gallery, writeCardFile: WriteCardFile, slots: UserTurns) {
    this.#gallery = gallery
    this.#writeCardFile = writeCardFile
    this.#slots = slots
  }

  async run(
    id: string,
    viewer: Viewer,
    { format, spec }: { format: CardFormat; spec: CardSpec }
  ): Promise<Result<CardExport, CardExportRefusal>> {
    const found = await this.#find(id, viewer)
    if (!found.ok) return found
    const { character, isTheirs } = found.value
    const use = { withOriginals: isTheirs }
    try {
      const body = await this.#slots.use(viewer.id, () => this.#writeCardFile.run(character, format, spec, use))
      return body === null ? fail({ kind: 'overloaded' }) : ok({ name: character.name, body })
    } catch (error) {
      if (error instanceof TooHeavy) return fail({ kind: 'too_large' })
      throw error
    }
  }

  async #find(
    id: string,
    viewer: Viewer
  ): Promise<Result<{ character: CharacterDetails; isTheirs: boolean }, CardExportRefusal>> {
    const view = await this.#gallery.find(id, viewer)
    if (!view) return fail({ kind: 'unknown' })
    if (view.kind === 'adult_gate') return fail({ kind: 'adult_gate' })
    // A fork gives other users a copy of a private definition, so a card may contain it, too.
    const character = await this.#gallery.findDetails(id, ownerOf(view.character.createdBy))
    if (!character) return fail({ kind: 'unknown' })
    const isTheirs = character.createdBy === viewer.id || viewer.isAdmin
    return isTheirs || character.allowForks ? ok({ character, isTheirs }) : fail({ kind: 'not_allowed' })
  }
}
