import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { BuiltInImports } from '../../index.ts'

/** The job that the first start of an instance queues. Later starts never do. */
export const importFiftyKind = 'gallery.import_fifty'

/** Imports the built-in fifty for the built-in account, unless an admin has deleted one of its characters. Safe to repeat. */
@inject()
export class ImportFifty {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly imports: BuiltInImports
  ) {}

  /** Returns the number of imported characters. */
  run(): Promise<number> {
    return this.db.transaction(async (trx) => {
      const ownerId = await this.accounts.builtInAccount(trx)
      const { rows } = await trx.rawQuery<{ rows: [{ deleted: boolean }] }>(
        `SELECT EXISTS (SELECT FROM characters WHERE created_by = ?::uuid AND deleted_at IS NOT NULL) AS deleted`,
        [ownerId]
      )
      if (rows[0].deleted) return 0
      return (await this.imports.run('fifty', { ownerId, trx })).imported
    })
  }
}
