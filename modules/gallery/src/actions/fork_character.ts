import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Storage, type StorageFull } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { copyOf } from '#modules/kernel/tables'
import { CharacterLimit } from '../rate_limits.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import { Gallery, type Viewer } from '../../index.ts'
import { notDrafted } from '../domain/draft_rows.ts'
import { limits } from '../domain/limits.ts'
import { CharacterRow } from '../tables/character_row.ts'
import { PartsRow } from '../tables/parts_row.ts'

export type ForkRefusal =
  | { kind: 'unknown' }
  | { kind: 'adult_gate' }
  /** The character is private, or its owner doesn't allow forks. */
  | { kind: 'not_allowed' }
  | { kind: 'too_many'; retryAfterSeconds: number }
  | StorageFull

/** The ancestors of a fork. A full list keeps the first ancestor and the latest ones. */
const credits = `
  CASE WHEN cardinality(forked_from) < ${limits.creditsMax} THEN forked_from
    ELSE forked_from[1:1] || forked_from[cardinality(forked_from) - ${limits.creditsMax - 3}:] END || id`

const ownValues = { id: ':forkId::uuid', created_by: ':ownerId::uuid', forked_from: credits }
/** A fork starts private, and doesn't allow forks of itself. */
const copy = copyOf(CharacterRow, {
  values: { ...ownValues, is_public: 'false', allow_forks: 'false' },
  without: notDrafted.filter((name) => !(name in ownValues)),
  alias: 'source',
})
/** Lorebooks belong to the original's owner, so a fork has none. */
const copyParts = copyOf(PartsRow, { values: { character_id: ':forkId::uuid', lorebook_ids: `'{}'` } })

/** Copies the present version of a public character to a new character of the viewer, if the original's owner allows forks. */
@inject()
export class ForkCharacter {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly rateLimit: CharacterLimit,
    private readonly storage: Storage
  ) {}

  async run(id: string, viewer: Viewer): Promise<Result<{ id: string }, ForkRefusal>> {
    const { gallery, rateLimit, storage } = this
    const view = await gallery.find(id, viewer)
    if (!view) return fail({ kind: 'unknown' })
    if (view.kind === 'adult_gate') return fail({ kind: 'adult_gate' })
    const full = await storage.refusal(viewer.id)
    if (full) return fail(full)
    const retryAfterSeconds = await rateLimit.count(viewer.id)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    const forkId = newId()
    if (await this.#copy(id, forkId, viewer.id)) return ok({ id: forkId })
    await rateLimit.uncount(viewer.id)
    return fail({ kind: 'not_allowed' })
  }

  async #copy(id: string, forkId: string, ownerId: string): Promise<boolean> {
    const { rowCount } = await this.db.rawQuery<{ rowCount: number }>(
      `WITH source AS MATERIALIZED (
         SELECT * FROM characters WHERE id = :id::uuid AND allow_forks AND is_public AND deleted_at IS NULL
       ), fork AS (
         ${copy} FROM source RETURNING id
       ), parts AS (
         ${copyParts} FROM character_parts WHERE character_id = (SELECT id FROM source)
       ), scripts AS (
         INSERT INTO character_scripts (character_id, from_version, scripts)
         SELECT :forkId::uuid, 1, present FROM source, gallery_scripts(source.id, NULL) present WHERE present <> '[]'
       )
       SELECT FROM fork`,
      { id, forkId, ownerId }
    )
    return rowCount === 1
  }
}
