import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { Viewer } from '../../index.ts'
import { draftColumns, type DraftRow } from '../domain/draft_rows.ts'
import { mayKnow } from '../domain/sight.ts'

/** `unknown`: it is not there, or the viewer may not know of it. */
export type NotOwned = { kind: 'unknown' } | { kind: 'not_yours' }

type OwnedRow = DraftRow & { created_by: string }

/** The viewer's own character, its row locked until the transaction ends. Admins own no more than others do. */
export const ownCharacter = async (
  trx: TransactionClientContract,
  id: string,
  viewer: Viewer
): Promise<Result<DraftRow, NotOwned>> => {
  const { rows } = await trx.rawQuery<{ rows: OwnedRow[] }>(
    `SELECT ${draftColumns}, created_by FROM characters WHERE id = ?::uuid AND deleted_at IS NULL FOR UPDATE`,
    [id]
  )
  const [row] = rows
  if (!row) return fail({ kind: 'unknown' })
  const { created_by: createdBy, ...draft } = row
  if (createdBy === viewer.id) return ok(draft)
  const isKnown = mayKnow({ isNsfw: row.is_nsfw, isPublic: row.is_public, createdBy }, viewer)
  return fail({ kind: isKnown ? 'not_yours' : 'unknown' })
}
