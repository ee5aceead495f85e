import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Storage, type StorageFull } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { CharacterLimit } from '../rate_limits.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import { Gallery, type Viewer } from '../../index.ts'
import { draftColumns, partColumns } from '../domain/draft_rows.ts'
import { limits } from '../domain/limits.ts'

export type ForkRefusal =
  | { kind: 'unknown' }
  | { kind: 'adult_gate' }
  /** The character is private, or its owner doesn't allow forks. */
  | { kind: 'not_allowed' }
  | { kind: 'too_many'; retryAfterSeconds: number }
  | StorageFull

/** A fork starts private, and doesn't allow forks of itself. */
const copiedColumns = draftColumns.replace('is_public', 'false').replace('allow_forks', 'false')
/** Lorebooks belong to the original's owner, so a fork has none. */
const copiedParts = partColumns.replace('lorebook_ids', `'{}'`)

/** The ancestors of a fork. A full list keeps the first ancestor and the latest ones. */
const credits = `
  CASE WHEN cardinality(forked_from) < ${limits.creditsMax} THEN forked_from
    ELSE forked_from[1:1] || forked_from[cardinality(forked_from) - ${limits.creditsMax - 3}:] END || id`

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
         INSERT INTO characters (id, created_by, forked_from, ${draftColumns})
         SELECT :forkId::uuid, :ownerId::uuid, ${credits}, ${copiedColumns} FROM source
         RETURNING id
       ), parts AS (
         INSERT INTO character_parts (character_id, ${partColumns})
         SELECT :forkId::uuid, ${copiedParts} FROM character_parts WHERE character_id = (SELECT id FROM source)
       )
       SELECT FROM fork`,
      { id, forkId, ownerId }
    )
    return rowCount === 1
  }
}
