import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isId } from '#modules/kernel/ids'

interface OwnBook {
  ownerId: string
  bookId: string
}

/** The initial distance between the positions of neighboring entries. Each move between two entries halves it. */
export const positionGap = 1_048_576

/**
 * Finds a position after the entry `after`, before all entries if it is null, or after all entries if it is undefined. Spreads the
 * positions again when no gap is left. Returns null if the book has no such entry. The caller must have locked the book. `movedId` is the
 * entry to move, whose old position is ignored.
 */
export const findPosition = async (
  trx: TransactionClientContract,
  { after, movedId, ...book }: OwnBook & { after: unknown; movedId: string | null }
): Promise<string | null> => {
  if (after === undefined) return lastPosition(trx, book)
  if (after !== null && (!isId(after) || after === movedId)) return null
  const found = await findGap(trx, { ...book, after, movedId })
  if (!found || found.position !== null) return found?.position ?? null
  await spreadPositions(trx, book)
  return (await findGap(trx, { ...book, after, movedId }))?.position ?? null
}

const lastPosition = async (trx: TransactionClientContract, { ownerId, bookId }: OwnBook): Promise<string> => {
  const { rows } = await trx.rawQuery<{ rows: [{ position: string }] }>(
    `SELECT coalesce(max(position), 0) + ?::bigint AS position FROM lorebook_entries
     WHERE user_id = ?::uuid AND lorebook_id = ?::uuid`,
    [positionGap, ownerId, bookId]
  )
  return rows[0].position
}

/**
 * Finds a position after an entry, or before all entries if `after` is null. Returns undefined for an unknown entry. `position` is null if
 * there is no gap.
 */
const findGap = async (
  trx: TransactionClientContract,
  { ownerId, bookId, after, movedId }: OwnBook & { after: string | null; movedId: string | null }
): Promise<{ position: string | null } | undefined> => {
  const others = `SELECT id, position FROM lorebook_entries
    WHERE user_id = :ownerId::uuid AND lorebook_id = :bookId::uuid AND id IS DISTINCT FROM :movedId::uuid`
  const sql =
    after === null
      ? `SELECT coalesce(min(position), 0) - :gap::bigint AS position FROM (${others}) AS others`
      : `SELECT CASE WHEN next.position IS NULL THEN one.position + :gap::bigint
           WHEN next.position - one.position > 1 THEN (one.position + next.position) / 2 END AS position
         FROM (${others}) AS one LEFT JOIN LATERAL (
           SELECT position FROM (${others}) AS others
           WHERE (others.position, others.id) > (one.position, one.id) ORDER BY position, id LIMIT 1
         ) AS next ON true
         WHERE one.id = :after::uuid`
  const { rows } = await trx.rawQuery<{ rows: { position: string | null }[] }>(sql, {
    ownerId,
    bookId,
    movedId,
    gap: positionGap,
    ...(after !== null && { after }),
  } as never)
  return rows[0]
}

const spreadPositions = (trx: TransactionClientContract, { ownerId, bookId }: OwnBook): Promise<unknown> =>
  trx.rawQuery(
    `UPDATE lorebook_entries AS entry SET position = place.number * ?::bigint
     FROM (
       SELECT user_id, id, row_number() OVER (ORDER BY position, id) AS number FROM lorebook_entries
       WHERE user_id = ?::uuid AND lorebook_id = ?::uuid
     ) AS place
     WHERE entry.user_id = place.user_id AND entry.id = place.id`,
    [positionGap, ownerId, bookId]
  )
