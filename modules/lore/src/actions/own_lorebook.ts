import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { waitForLock } from '#modules/kernel/locks'
import { limits } from '../domain/limits.ts'
import { bookColumns, type BookRow } from '../domain/rows.ts'

export interface OwnedBook extends BookRow {
  /** The size of the entries, without the original file. */
  textBytes: number
  /** The size of the entries and the original file. */
  bytes: number
}

/** Locks the user's own lorebook until the transaction ends. Returns null for unknown books and for other users' books. */
export const lockOwnBook = async (
  trx: TransactionClientContract,
  ownerId: string,
  bookId: string
): Promise<OwnedBook | null> => {
  await lockWrites(trx, ownerId)
  const { rows } = await trx.rawQuery<{ rows: OwnedBook[] }>(
    `SELECT ${bookColumns}, (bytes - coalesce(octet_length(original), 0))::float8 AS "textBytes",
       bytes::float8 AS bytes FROM lorebooks
     WHERE user_id = ?::uuid AND id = ?::uuid FOR UPDATE`,
    [ownerId, bookId]
  )
  return rows[0] ?? null
}

/** Serializes a user's writes, so that concurrent writes can't exceed a limit together. */
export const lockWrites = (trx: TransactionClientContract, ownerId: string) => waitForLock(trx, `lore.write ${ownerId}`)

export interface OwnedTotals {
  books: number
  bytes: number
}

export const readTotals = async (
  trx: Pick<TransactionClientContract, 'rawQuery'>,
  ownerId: string
): Promise<OwnedTotals> => {
  const { rows } = await trx.rawQuery<{ rows: [OwnedTotals] }>(
    `SELECT count(*)::int AS books, coalesce(sum(bytes), 0)::float8 AS bytes FROM lorebooks WHERE user_id = ?::uuid`,
    [ownerId]
  )
  return rows[0]
}

/** Updates the book's counts of entries and bytes, in the transaction that changes its entries. */
export const countEntries = (
  trx: TransactionClientContract,
  { ownerId, bookId }: { ownerId: string; bookId: string },
  { entries, bytes }: { entries: number; bytes: number }
): Promise<unknown> =>
  trx.rawQuery(
    `UPDATE lorebooks SET entry_count = entry_count + ?::int, bytes = bytes + ?::bigint, updated_at = clock_timestamp()
     WHERE user_id = ?::uuid AND id = ?::uuid`,
    [entries, bytes, ownerId, bookId]
  )

const mebibytes = (bytes: number) => Math.round(bytes / 1_048_576)

/** Returns a sentence about the limit that the added bytes would exceed, or null. `replaced` is the size of what they replace. */
export const findFullness = async (
  trx: TransactionClientContract,
  ownerId: string,
  { added, inBook, replaced = 0 }: { added: number; inBook: number; replaced?: number }
): Promise<string | null> => {
  if (added <= 0) return null
  if (inBook + added > limits.bookBytesMax)
    return `A lorebook may have at most ${mebibytes(limits.bookBytesMax)} MiB of text. Split it into several books.`
  const { bytes } = await readTotals(trx, ownerId)
  return bytes - replaced + added > limits.personBytesMax
    ? `Your lorebooks may have at most ${mebibytes(limits.personBytesMax)} MiB in all. Delete some first.`
    : null
}
