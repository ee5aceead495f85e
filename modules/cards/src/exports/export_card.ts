import type { Readable } from 'node:stream'
import type { CharacterDetails, Gallery, Viewer } from '#modules/gallery/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { cardExportLimits, type CardFormat, type CardSpec } from '../../api.ts'
import type { WriteCardFile } from './write_card_file.ts'
import { TooHeavy } from './writing/text_writer.ts'

export type CardExportRefusal =
  | { kind: 'unknown' }
  | { kind: 'adult_gate' }
  /** The definition is its owner's. */
  | { kind: 'not_allowed' }
  | { kind: 'too_large' }
  /** The process writes as many cards as it may. */
  | { kind: 'overloaded' }

export interface CardExport {
  name: string
  body: Uint8Array | Readable
}

/** The viewer that may read all of a user's own character. */
export const ownerOf = (userId: string): Viewer => ({ id: userId, isAdmin: false, limitlessEnabled: true })

/** Writes a character's card for its owner, admins, and where its owner allows forks for every viewer who sees it. */
export class ExportCard {
  readonly #gallery: Gallery
  readonly #writeCardFile: WriteCardFile
  #running = 0

  constructor(gallery: Gallery, writeCardFile: WriteCardFile) {
    this.#gallery = gallery
    this.#writeCardFile = writeCardFile
  }

  async run(
    id: string,
    viewer: Viewer,
    { format, spec }: { format: CardFormat; spec: CardSpec }
  ): Promise<Result<CardExport, CardExportRefusal>> {
    const found = await this.#find(id, viewer)
    if (!found.ok) return found
    if (this.#running >= cardExportLimits.atOnce) return fail({ kind: 'overloaded' })
    this.#running++
    try {
      return ok({ name: found.value.name, body: await this.#writeCardFile.run(found.value, format, spec) })
    } catch (error) {
      if (error instanceof TooHeavy) return fail({ kind: 'too_large' })
      throw error
    } finally {
      this.#running--
    }
  }

  async #find(id: string, viewer: Viewer): Promise<Result<CharacterDetails, CardExportRefusal>> {
    const view = await this.#gallery.find(id, viewer)
    if (!view) return fail({ kind: 'unknown' })
    if (view.kind === 'adult_gate') return fail({ kind: 'adult_gate' })
    // Others may read a definition that is not public in a fork of it, so they may in a card.
    const character = await this.#gallery.findDetails(id, ownerOf(view.character.createdBy))
    if (!character) return fail({ kind: 'unknown' })
    const isTheirs = character.createdBy === viewer.id || viewer.isAdmin
    return isTheirs || character.allowForks ? ok(character) : fail({ kind: 'not_allowed' })
  }
}
