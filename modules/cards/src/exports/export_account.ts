import type { ExportSections } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import type { Lore } from '#modules/lore/index'
import { encodeJson } from '../../formats/index.ts'
import { ownerOf } from './export_card.ts'
import type { WriteCardFile } from './write_card_file.ts'
import { TooHeavy, type TextWriter } from './writing/text_writer.ts'

const idsPerPage = 100

interface Deps {
  gallery: Gallery
  lore: Lore
  writeCardFile: WriteCardFile
  texts: TextWriter
}

/** Returns null for a card or lorebook that is too large to be written. */
const orNull = <Value>(written: Promise<Value>): Promise<Value | null> =>
  written.catch((error: unknown) => {
    if (error instanceof TooHeavy) return null
    throw error
  })

/** Adds a user's characters and lorebooks to the data export, in formats that other apps read. Also explains how to download the chats. */
export const exportAccount = (sections: ExportSections, { gallery, lore, writeCardFile, texts }: Deps) => {
  async function* idsOf(read: (after: string | null) => Promise<readonly string[]>): AsyncGenerator<string> {
    for (let after: string | null = null; ;) {
      const ids: readonly string[] = await read(after)
      yield* ids
      if (ids.length < idsPerPage) return
      after = ids.at(-1)!
    }
  }

  sections.add('cards', async function* ({ id: userId }) {
    let sign = '['
    for await (const id of idsOf((after) => gallery.ownIds(userId, after, idsPerPage))) {
      const character = await gallery.findDetails(id, ownerOf(userId))
      if (!character) continue
      const card = await orNull(writeCardFile.text(character, 'v3'))
      yield `${sign}{"characterId":"${id}","card":${card === null ? 'null' : wellFormed(card)}}`
      sign = ',\n'
    }
    yield sign === '[' ? '[]' : ']'
  })

  sections.add('lorebookFiles', async function* ({ id: userId }) {
    let sign = '['
    for await (const id of idsOf((after) => lore.ownIds(userId, after, idsPerPage))) {
      const book = await lore.readForExport(userId, id)
      if (!book) continue
      const written = await orNull(texts.write({ kind: 'lorebook', id, stored: book, format: 'v3' }))
      yield `${sign}{"lorebookId":"${id}","lorebook":${written ? wellFormed(written[0]!.text) : 'null'}}`
      sign = ',\n'
    }
    yield sign === '[' ? '[]' : ']'
  })

  sections.add('otherFormats', async function* () {
    yield JSON.stringify(otherFormats)
  })
}

const otherFormats = {
  cards:
    'The cards here are JSON of the specification chara_card_v3. GET /api/cards/export has all of them with their pictures, in one archive.',
  lorebooks:
    'The files here are JSON of the specification lorebook_v3. GET /api/lorebooks/{lorebookId}/export?format=sillytavern has one for SillyTavern.',
  chats:
    'GET /api/chats/{sessionId}/export?format=sillytavern has a chat for SillyTavern, by the id of a chat in this file.',
}

/** Escapes lone surrogates, which UTF-8 can't represent. */
const wellFormed = (json: string): string => (json.isWellFormed() ? json : Buffer.from(encodeJson(json)).toString())
