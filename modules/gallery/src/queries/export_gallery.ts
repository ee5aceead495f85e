import type { Database } from '@adonisjs/lucid/database'
import { eachRow, jsonList, type ExportSections } from '#modules/accounts/index'
import { nilUuid } from '#modules/kernel/ids'
import { attributesOf } from '#modules/kernel/tables'
import { notDrafted } from '../domain/draft_rows.ts'
import { CharacterRow } from '../tables/character_row.ts'
import { CharacterVersionRow } from '../tables/character_version_row.ts'
import { PartsRow } from '../tables/parts_row.ts'

/** Few, because a character may have eight megabytes. */
const charactersPerPage = 10

const exported = attributesOf(CharacterRow, { without: notDrafted.filter((name) => name !== 'id') })
/** Without the lists, which are empty and not null for a character without parts. */
const lists = ['alternate_greetings', 'group_greetings', 'source', 'lorebook_ids', 'assets']
const exportedParts = attributesOf(PartsRow, { without: ['character_id', 'card_version', ...lists] })

/**
 * Adds a user's characters with their earlier versions, comments, likes and blocked tags to the data export. Other users' characters
 * appear only by id.
 */
export const exportGallery = (sections: ExportSections, db: Database) => {
  const rowsOf = async <Row>(sql: string, values: (string | number)[]): Promise<Row[]> =>
    (await db.rawQuery<{ rows: Row[] }>(sql, values)).rows

  sections.add('characters', ({ id }) =>
    jsonList(
      eachRow<{ id: string }>(charactersPerPage, (last, limit) =>
        rowsOf(
          `SELECT ${exported},
             coalesce(alternate_greetings, '{}') AS "alternateGreetings", coalesce(group_greetings, '{}') AS "groupGreetings",
             ${exportedParts}, card_version AS "version", coalesce(source, '{}') AS "source",
             coalesce(lorebook_ids, '{}') AS "lorebookIds", coalesce(assets, '[]') AS "assets", coalesce(gallery_scripts(id, NULL), '[]') AS "regexScripts",
             coalesce(forked_from, '{}') AS "forkedFrom", likes, messages AS "messageCount", created_at AS "createdAt", updated_at AS "updatedAt"
           FROM characters JOIN character_counters AS counters ON counters.character_id = id
           LEFT JOIN character_parts AS parts ON parts.character_id = id
           WHERE created_by = ?::uuid AND deleted_at IS NULL AND id > ?::uuid ORDER BY id LIMIT ?::int`,
          [id, last?.id ?? nilUuid, limit]
        )
      )
    )
  )
  sections.add('characterVersions', ({ id }) =>
    jsonList(
      eachRow<{ characterId: string; number: number }>(charactersPerPage, (last, limit) =>
        rowsOf(
          `SELECT ${attributesOf(CharacterVersionRow, { without: ['bytes'] })}
           FROM (SELECT id FROM characters WHERE created_by = ?::uuid AND deleted_at IS NULL) AS own
           JOIN character_versions ON character_id = own.id
           WHERE (character_id, number) > (?::uuid, ?::int)
           ORDER BY character_id, number LIMIT ?::int`,
          [id, last?.characterId ?? nilUuid, last?.number ?? 0, limit]
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
  sections.add('hidden', async function* ({ id }) {
    yield JSON.stringify(await rowsOf(`SELECT kind, id FROM hidings WHERE user_id = ?::uuid ORDER BY kind, id`, [id]))
  })
  sections.add('blockedTags', async function* ({ id }) {
    const [row] = await rowsOf<{ tags: string[] }>(`SELECT tags FROM blocked_tags WHERE user_id = ?::uuid`, [id])
    yield JSON.stringify(row?.tags ?? [])
  })
}
