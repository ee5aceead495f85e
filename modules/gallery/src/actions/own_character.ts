import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { ReviewState } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import { draftColumns, type DraftRow } from '../domain/draft_rows.ts'
import { canDiscover } from '../domain/visibility.ts'

/** `unknown`: the character doesn't exist, or its existence is hidden from the viewer. */
export type NotOwned = { kind: 'unknown' } | { kind: 'not_yours' }

export type OwnedRow = DraftRow & { created_by: string; review: ReviewState | null }

/** Locks the viewer's own character until the transaction ends. Admins have no exception. */
export const ownCharacter = async (
  trx: TransactionClientContract,
  id: string,
  viewer: Viewer
): Promise<Result<OwnedRow, NotOwned>> => {
  const { rows } = await trx.rawQuery<{ rows: OwnedRow[] }>(
    `SELECT ${draftColumns}, created_by, review FROM characters WHERE id = ?::uuid AND deleted_at IS NULL FOR UPDATE`,
    [id]
  )
  const [row] = rows
  if (!row) return fail({ kind: 'unknown' })
  const createdBy = row.created_by
  if (createdBy === viewer.id) return ok(row)
  const isKnown = canDiscover({ isNsfw: row.is_nsfw, isPublic: row.is_public, createdBy }, viewer)
  return fail({ kind: isKnown ? 'not_yours' : 'unknown' })
}
