import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CharacterAsset, CharacterVersion, VersionTexts } from '../../api.ts'
import type { Viewer, VersionComparison } from '../../index.ts'
import { versionedColumns, versionedParts, withoutGreetings } from '../domain/draft_rows.ts'
import { limits } from '../domain/limits.ts'
import type { ReadRules } from '../domain/visibility.ts'
import { changesBetween, toVersionTexts, type VersionRow } from '../domain/versions.ts'
import { greetingsApart, joinGreetings, type Apart } from './greetings_apart.ts'

/** Selects columns of earlier versions and of the present one by their numbers. */
const versionsWith = (columns: string, key: string) => `
  SELECT number AS ${key}, ${columns} FROM character_versions WHERE character_id = :id::uuid AND number = ANY (:numbers::int[])
  UNION ALL
  SELECT version_number, ${columns} FROM characters LEFT JOIN character_parts ON character_parts.character_id = id
  WHERE id = :id::uuid AND version_number = ANY (:numbers::int[]) AND deleted_at IS NULL`

const readVersions = greetingsApart(
  versionsWith(withoutGreetings([...versionedColumns, ...versionedParts]), 'number'),
  versionsWith('alternate_greetings, group_greetings', 'owner')
)

type Client = Pick<TransactionClientContract, 'rawQuery'>

/** Reads versions. Callers check that the viewer may read them. */
@inject()
export class CharacterVersions {
  constructor(private readonly db: Database) {}

  /** Lists versions, newest first. Returns null for an unknown character. */
  async list(id: string): Promise<CharacterVersion[] | null> {
    const { rows } = await this.db.rawQuery<{
      rows: { number: number; began_at: Date; replaced_at: Date | null }[]
    }>(
      `SELECT number, replaced_at, created_at AS began_at FROM character_versions JOIN characters ON characters.id = character_id
       WHERE character_id = :id::uuid
       UNION ALL
       SELECT version_number, NULL, created_at FROM characters WHERE id = :id::uuid AND deleted_at IS NULL
       ORDER BY number DESC`,
      { id }
    )
    if (rows.length === 0) return null
    // A version is created when the previous one is replaced. The first version is created with the character.
    return rows.map(({ number, began_at: createdAt, replaced_at: replacedAt }, index) => ({
      number,
      createdAt: (rows[index + 1]?.replaced_at ?? createdAt).toISOString(),
      isPresent: replacedAt === null,
    }))
  }

  /** Lists the newest versions that replaced another one after `since`, oldest first. */
  async since(id: string, since: Date, limit: number): Promise<{ number: number; createdAt: Date }[]> {
    const { rows } = await this.db.rawQuery<{ rows: { number: number; createdAt: Date }[] }>(
      `SELECT number + 1 AS number, replaced_at AS "createdAt" FROM character_versions
       WHERE character_id = ?::uuid AND replaced_at > ?::timestamptz ORDER BY number DESC LIMIT ?::int`,
      [id, since, limit]
    )
    return rows.toReversed()
  }

  /** Returns the texts of a version, or null if the version is unknown. */
  async read(id: string, number: number, client: Client = this.db): Promise<VersionTexts | null> {
    return (await this.#readAll(id, [number], client)).get(number) ?? null
  }

  /** Returns the expressions of an earlier version. Null if it has none of its own, or is the present one. */
  async expressions(id: string, number: number, client: Client): Promise<CharacterAsset[] | null> {
    const { rows } = await client.rawQuery<{ rows: { expressions: CharacterAsset[] | null }[] }>(
      'SELECT expressions FROM character_versions WHERE character_id = ?::uuid AND number = ?::int',
      [id, number]
    )
    return rows[0]?.expressions ?? null
  }

  /** Returns the name for {{char}} in an earlier version. Null if the version is unknown, gone or the present one. */
  async char(id: string, number: number): Promise<string | null> {
    const { rows } = await this.db.rawQuery<{ rows: { char: string }[] }>(
      `SELECT coalesce(nullif(nickname, ''), name) AS char FROM character_versions WHERE character_id = ?::uuid AND number = ?::int`,
      [id, number]
    )
    return rows[0]?.char ?? null
  }

  /** Returns the changes between a version and the present one. A version that is gone has no changes. */
  async compare(
    id: string,
    { from, newest }: { from: number; newest: number },
    reading: ReadRules,
    viewer: Viewer
  ): Promise<VersionComparison> {
    const texts = await this.#readAll(id, [from, newest], this.db)
    const [before, after] = [texts.get(from), texts.get(newest)]
    return { number: from, newest, changes: before && after ? changesBetween(before, after, reading, viewer) : [] }
  }

  async #readAll(id: string, numbers: number[], client: Client): Promise<Map<number, VersionTexts>> {
    const { rows } = await client.rawQuery<{ rows: (VersionRow & Apart)[] }>(readVersions, { id, numbers })
    return new Map(joinGreetings(rows, ({ number }) => number).map((row) => [row.number, toVersionTexts(row)]))
  }
}

/** Whether the character has reached the limit of its versions or of their total size. */
export const isHistoryFull = async (id: string, trx: TransactionClientContract): Promise<boolean> => {
  const { rows } = await trx.rawQuery<{ rows: [{ count: number; bytes: string | null }] }>(
    'SELECT count(*)::int AS count, sum(bytes) AS bytes FROM character_versions WHERE character_id = ?::uuid',
    [id]
  )
  const { count, bytes } = rows[0]
  // The present version counts, too.
  return count + 1 >= limits.versionsMax || Number(bytes ?? 0) >= limits.versionsBytesMax
}
