import type { Database } from '@adonisjs/lucid/database'
import { eachRow, jsonList, type ExportSections } from '#modules/accounts/index'
import { nilUuid } from '#modules/kernel/ids'
import { attributesOf } from '#modules/kernel/tables'
import { CharacterVoiceRow } from '../tables/character_voice_row.ts'
import { ReaderVoiceRow } from '../tables/reader_voice_row.ts'

interface ExportedChoice {
  characterId: string
}

/** Adds to the data export the voices that a user chose: for characters as a reader, and for all readers of own characters. */
export const exportVoices = (sections: ExportSections, db: Database) => {
  const choices = (sql: string, userId: string) =>
    jsonList(
      eachRow<ExportedChoice>(500, async (last, limit) => {
        const { rows } = await db.rawQuery<{ rows: ExportedChoice[] }>(sql, [
          userId,
          last?.characterId ?? nilUuid,
          limit,
        ])
        return rows
      })
    )
  sections.add('voices', ({ id }) =>
    choices(
      `SELECT ${attributesOf(ReaderVoiceRow, { without: ['user_id'] })} FROM reader_voices
       WHERE user_id = ?::uuid AND character_id > ?::uuid ORDER BY character_id LIMIT ?::int`,
      id
    )
  )
  sections.add('characterVoices', ({ id }) =>
    choices(
      `SELECT ${attributesOf(CharacterVoiceRow, { without: ['owner_id'] })} FROM character_voices
       WHERE owner_id = ?::uuid AND character_id > ?::uuid ORDER BY character_id LIMIT ?::int`,
      id
    )
  )
}
