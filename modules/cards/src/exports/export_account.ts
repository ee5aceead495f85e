import { eachRow, type ExportSections } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import type { Lore } from '#modules/lore/index'
import { encodeJson } from '../../formats/index.ts'
import { ownerOf } from './export_card.ts'
import type { WriteCardFile } from './write_card_file.ts'
import { orNull, type TextWriter } from './writing/text_writer.ts'

const idsPerPage = 100

interface Deps {
  gallery: Gallery
  lore: Lore
  writeCardFile: WriteCardFile
  texts: TextWriter
}

/** Streams a JSON list of what `write` returns, apart from null. */
async function* listOf(ids: AsyncIterable<string>, write: (id: string) => Promise<string | null>) {
  let sign = '['
  for await (const id of ids) {
    const item = await write(id)
    if (item === null) continue
    yield sign + item
    sign = ',\n'
  }
  yield sign === '[' ? '[]' : ']'
}

/** Adds a user's characters and lorebooks to the data export, in formats that other apps read. Also explains how to download the chats. */
export const exportAccount = (sections: ExportSections, { gallery, lore, writeCardFile, texts }: Deps) => {
  sections.add('cards', ({ id: userId }) =>
    listOf(
      eachRow<string>(idsPerPage, (last, limit) => gallery.ownIds(userId, last, limit)),
      async (id) => {
        const character = await gallery.findDetails(id, ownerOf(userId))
        const card = character && (await orNull(writeCardFile.text(character, 'v3')))
        return character && `{"characterId":"${id}","card":${card === null ? 'null' : wellFormed(card)}}`
      }
    )
  )

  sections.add('lorebookFiles', ({ id: userId }) =>
    listOf(
      eachRow<string>(idsPerPage, (last, limit) => lore.ownIds(userId, last, limit)),
      async (id) => {
        const book = await lore.readForExport(userId, id)
        const written = book && (await orNull(texts.write({ kind: 'lorebook', id, stored: book, format: 'v3' })))
        return book && `{"lorebookId":"${id}","lorebook":${written ? wellFormed(written[0]!.text) : 'null'}}`
      }
    )
  )

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
