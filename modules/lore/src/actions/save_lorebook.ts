import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { newId } from '#modules/kernel/ids'
import { LorebookLimit } from '../rate_limits.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { Lorebook } from '../../api.ts'
import { blankLorebook, type LorebookFields } from '../domain/entry.ts'
import { limits } from '../domain/limits.ts'
import { bookColumns, toLorebook, type BookRow } from '../domain/rows.ts'
import { checkBook } from '../domain/rules.ts'
import { LorebookRow } from '../tables/lorebook_row.ts'
import { lockOwnBook, lockWrites, readTotals } from './own_lorebook.ts'
import { checkRevision } from './check_revision.ts'
import type { WriteRefusal } from './refusal.ts'

const valuesOf = ({ name, ...fields }: LorebookFields) => ({ name: name.trim(), ...fields })

/** Creates, edits and deletes the user's own lorebooks. */
@inject()
export class SaveLorebook {
  constructor(
    private readonly db: Database,
    private readonly rateLimit: LorebookLimit
  ) {}

  async create(ownerId: string, sent: unknown): Promise<Result<Lorebook, WriteRefusal>> {
    const checked = checkBook(sent, blankLorebook)
    if (!checked.ok) return fail({ kind: 'invalid', problems: checked.failure })
    const retryAfterSeconds = await this.rateLimit.count(ownerId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    return this.db.transaction(async (trx) => {
      await lockWrites(trx, ownerId)
      const { books } = await readTotals(trx, ownerId)
      if (books >= limits.booksMax) return fail({ kind: 'full' as const, message: tooManyBooks })
      const book = { userId: ownerId, id: newId(), ...valuesOf(checked.value) }
      return ok(toLorebook(await LorebookRow.create(book, { client: trx })))
    })
  }

  /** Changes the given fields. */
  edit(ownerId: string, bookId: string, sent: unknown): Promise<Result<Lorebook, WriteRefusal>> {
    return this.db.transaction(async (trx) => {
      const book = await lockOwnBook(trx, ownerId, bookId)
      if (!book) return fail({ kind: 'unknown' as const })
      const checked = checkBook(sent, toLorebook(book))
      if (!checked.ok) return fail({ kind: 'invalid' as const, problems: checked.failure })
      const refusal = checkRevision(sent, book.revision)
      if (refusal) return fail(refusal)
      const edited = await trx.rawQuery<{ rows: [BookRow] }>(
        `UPDATE lorebooks SET name = :name, description = :description, scan_depth = :scanDepth::int, token_budget = :tokenBudget::int,
           recursive = :recursive::boolean, always_on = :alwaysOn::boolean, revision = revision + 1, updated_at = clock_timestamp()
         WHERE user_id = :ownerId::uuid AND id = :bookId::uuid RETURNING ${bookColumns}`,
        { ...valuesOf(checked.value), ownerId, bookId } as never
      )
      return ok(toLorebook(edited.rows[0]))
    })
  }

  /** Deletes a book with its entries. Returns false if the user has no such book. */
  async delete(ownerId: string, bookId: string): Promise<boolean> {
    const { rowCount } = await this.db.rawQuery<{ rowCount: number }>(
      'DELETE FROM lorebooks WHERE user_id = ?::uuid AND id = ?::uuid',
      [ownerId, bookId]
    )
    return rowCount > 0
  }
}

export const tooManyBooks = `You can have at most ${limits.booksMax} lorebooks. Delete one first.`
