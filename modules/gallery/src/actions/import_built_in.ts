import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Accounts } from '#modules/accounts/index'
import type { BuiltInSet, ImportAnswer, ImportRefusal } from '../../api.ts'
import { readBuiltInSet } from '../built_in/content.ts'
import { BuiltInImports } from '../../index.ts'
import type { ImportCharacters } from './import_characters.ts'

export class ImportBuiltIn extends BuiltInImports {
  constructor(
    private readonly importCharacters: ImportCharacters,
    private readonly accounts: Accounts
  ) {
    super()
  }

  async run(ownerId: string, set: BuiltInSet, trx?: TransactionClientContract): Promise<ImportAnswer> {
    const errors: ImportRefusal[] = []
    const { imported, total } = await this.importCharacters.run(entriesOf(set), {
      ownerId,
      alsoOwnedBy: [await this.accounts.builtInAccount(trx)],
      onRefused: (refusal) => errors.push(refusal),
      ...(trx && { trx }),
    })
    return { imported, total, errors }
  }
}

async function* entriesOf(set: BuiltInSet) {
  for (const value of readBuiltInSet(set)) yield { value: { ...value, definitionPublic: true } }
}
