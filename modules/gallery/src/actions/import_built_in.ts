import type { Accounts } from '#modules/accounts/index'
import type { ImportAnswer, ImportRefusal } from '../../api.ts'
import { eight } from '../../builtin/eight.ts'
import { pictureAddress } from '../../builtin/pictures.ts'
import type { ImportCharacters } from './import_characters.ts'

/** Gives someone those of the built-in eight that neither they nor the built-in account have. `total` is eight, always. */
export class ImportBuiltIn {
  constructor(
    private readonly importCharacters: ImportCharacters,
    private readonly accounts: Accounts
  ) {}

  async run(ownerId: string): Promise<ImportAnswer> {
    const errors: ImportRefusal[] = []
    const { imported, total } = await this.importCharacters.run(entriesOfEight(), {
      ownerId,
      besides: [await this.accounts.builtInAccount()],
      onRefused: (refusal) => errors.push(refusal),
    })
    return { imported, total, errors }
  }
}

async function* entriesOfEight() {
  for (const { slug, ...character } of eight)
    yield {
      value: {
        ...character,
        avatar: pictureAddress(`${slug}-avatar`),
        background: pictureAddress(`${slug}-background`),
      },
    }
}
