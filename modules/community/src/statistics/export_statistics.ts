import type { Database } from '@adonisjs/lucid/database'
import { eachRow, jsonList, type ExportSections } from '#modules/accounts/index'
import { nilUuid } from '#modules/kernel/ids'

interface ExportedCell {
  characterId: string
  lastDay: string
  kind: string
  part: number
}

/** Adds to the data export the published numbers of the user's characters. */
export const exportStatistics = (sections: ExportSections, db: Database) =>
  sections.add('statistics', ({ id }) =>
    jsonList(
      eachRow<ExportedCell>(500, async (last, limit) => {
        const { rows } = await db.rawQuery<{ rows: ExportedCell[] }>(
          `SELECT character_id AS "characterId", last_day::text AS "lastDay", kind, part, last_part AS "lastPart", first_day::text AS "firstDay",
             people, returned, views, chats, messages, rerolls, stops, answers, answer_characters::float8 AS "answerCharacters"
           FROM statistics_cells
           WHERE user_id = ?::uuid AND (character_id, last_day, kind, part) > (?::uuid, ?::date, ?::text, ?::int)
           ORDER BY character_id, last_day, kind, part LIMIT ?::int`,
          [id, last?.characterId ?? nilUuid, last?.lastDay ?? '-infinity', last?.kind ?? '', last?.part ?? 0, limit]
        )
        return rows
      })
    )
  )
