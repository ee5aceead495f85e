import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import {
  AdminCharacters,
  BuiltInImports,
  CharacterImports,
  type BuiltInSet,
  type ImportAnswer,
  type ImportRefusal,
  type ReadEntry,
} from '#modules/gallery/index'
import { AuditLog } from '../audit/audit_log.ts'

/** Imports characters for an admin. The import and its log entry are one transaction. */
@inject()
export class ImportForAdmin {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly imports: CharacterImports,
    private readonly builtInImports: BuiltInImports,
    private readonly characters: AdminCharacters,
    private readonly log: AuditLog
  ) {}

  entries(actorId: string, entries: AsyncIterable<ReadEntry>, requestHost?: string | null): Promise<ImportAnswer> {
    return this.#import({ actorId, ownerId: actorId, name: 'A file' }, async (trx) => {
      const errors: ImportRefusal[] = []
      const onRefused = (refusal: ImportRefusal) => void errors.push(refusal)
      const { imported, total } = await this.imports.run(entries, {
        ownerId: actorId,
        onRefused,
        requestHost,
        trx,
      })
      return { imported, total, errors }
    })
  }

  /** Imports for the built-in account. The admin may own some of the characters from an earlier release. */
  async builtIn(actorId: string, set: BuiltInSet): Promise<ImportAnswer> {
    const ownerId = await this.accounts.builtInAccount()
    return this.#import({ actorId, ownerId, name: `The built-in ${set}` }, (trx) =>
      this.builtInImports.run(set, { ownerId, alsoOwnedBy: [actorId], trx })
    )
  }

  #import(
    { actorId, ownerId, name }: { actorId: string; ownerId: string; name: string },
    run: (trx: TransactionClientContract) => Promise<ImportAnswer>
  ) {
    return this.db.transaction(async (trx) => {
      const answer = await run(trx)
      const { imported, total, errors } = answer
      if (imported === 0) return answer
      // Counted afterwards, because the import then holds the owner's lock.
      const characters = await this.characters.count(ownerId, trx)
      await this.log.record(
        {
          actorId,
          kind: 'characters_imported',
          subject: { type: 'characters', id: null, name },
          before: { ownerId, characters: characters - imported },
          after: { ownerId, characters, imported, total, refused: errors.length },
        },
        trx
      )
      return answer
    })
  }
}
