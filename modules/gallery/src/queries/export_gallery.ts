import type { Database } from '@adonisjs/lucid/database'
import { eachRow, jsonList, type ExportSections } from '#modules/accounts/index'
import { nilUuid } from '#modules/kernel/ids'

/** Adds a user's characters, comments and likes to the data export. Other users' characters appear only by id. */
export const exportGallery = (sections: ExportSections, db: Database) => {
  const rowsOf = async <Row>(sql: string, values: (string | number)[]): Promise<Row[]> =>
    (await db.rawQuery<{ rows: Row[] }>(sql, values)).rows

  sections.add('characters', ({ id }) =>
    jsonList(
      eachRow<{ id: string }>(100, (last, limit) =>
        rowsOf(
          `SELECT id, name, description, avatar, background, category, tags, is_nsfw AS "isNsfw", is_public AS "isPublic", backstory,
             personality, first_message AS "firstMessage", greeting, scenario, likes, messages AS "messageCount",
             created_at AS "createdAt", updated_at AS "updatedAt"
           FROM characters JOIN character_counters ON character_id = id
           WHERE created_by = ?::uuid AND deleted_at IS NULL AND id > ?::uuid ORDER BY id LIMIT ?::int`,
          [id, last?.id ?? nilUuid, limit]
        )
      )
    )
  )
  sections.add('comments', ({ id }) =>
    jsonList(
      eachRow<{ id: string; createdAt: Date }>(500, (last, limit) =>
        rowsOf(
          `SELECT id, character_id AS "characterId", content, created_at AS "createdAt" FROM character_comments
           WHERE user_id = ?::uuid AND removed_at IS NULL AND (created_at, id) > (?::timestamptz, ?::uuid) ORDER BY created_at, id LIMIT ?::int`,
          [id, last?.createdAt.toISOString() ?? '-infinity', last?.id ?? nilUuid, limit]
        )
      )
    )
  )
  sections.add('likes', ({ id }) =>
    jsonList(
      eachRow<{ characterId: string }>(1_000, (last, limit) =>
        rowsOf(
          `SELECT character_id AS "characterId", created_at AS "likedAt" FROM character_likes
           WHERE user_id = ?::uuid AND character_id > ?::uuid ORDER BY character_id LIMIT ?::int`,
          [id, last?.characterId ?? nilUuid, limit]
        )
      )
    )
  )
}
