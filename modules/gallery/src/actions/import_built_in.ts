import type { Accounts } from '#modules/accounts/index'
import type { ImportAnswer, ImportRefusal } from '../../api.ts'
import { builtInSets, type BuiltInSet } from '../../builtin/sets.ts'
import type { ImportCharacters } from './import_characters.ts'

/** Gives someone those of a built-in set that neither they nor the built-in account have. `total` is the size of the set. */
export class ImportBuiltIn {
  constructor(
    private readonly importCharacters: ImportCharacters,
    private readonly accounts: Accounts
  ) {}

  async run(ownerId: string, set: BuiltInSet): Promise<ImportAnswer> {
    const errors: ImportRefusal[] = []
    const { imported, total } = await this.importCharacters.run(entriesOf(set), {
      ownerId,
      besides: [await this.accounts.builtInAccount()],
      onRefused: (refusal) => errors.push(refusal),
    })
    return { imported, total, errors }
  }
}

async function* entriesOf(set: BuiltInSet) {
  for (const value of builtInSets[set]()) yield { value }
}
