import { inject } from '@adonisjs/core'
import { Lore } from '#modules/lore/index'
import type { BuiltInSet, ImportAnswer, ImportRefusal } from '../../api.ts'
import { attachLorebooks } from '../built_in/attach_lorebooks.ts'
import { readBuiltInSet, type BuiltInCharacter } from '../built_in/content.ts'
import { BuiltInImports, type BuiltInImportOptions } from '../../index.ts'
import { ImportCharacters } from './import_characters.ts'

@inject()
export class ImportBuiltIn extends BuiltInImports {
  constructor(
    private readonly importCharacters: ImportCharacters,
    private readonly lore: Lore
  ) {
    super()
  }

  async run(set: BuiltInSet, { ownerId, alsoOwnedBy = [], trx }: BuiltInImportOptions): Promise<ImportAnswer> {
    const characters = readBuiltInSet(set)
    const indexOf = new Map(characters.map(({ name }, index) => [name, index]))
    const errors: ImportRefusal[] = []
    const { imported, total } = await this.importCharacters.run(entriesOf(characters), {
      ownerId,
      alsoOwnedBy,
      isPlacedLast: true,
      isTrusted: true,
      onRefused: (refusal) => errors.push(refusal),
      onInserted: async (inserted, client) => {
        const stored = inserted.map(({ id, name }) => ({ id, character: characters[indexOf.get(name)!]! }))
        for (const { name, message } of await attachLorebooks(this.lore, ownerId, stored, client))
          errors.push({ index: indexOf.get(name)!, name, message: `Imported without its lorebook. ${message}` })
      },
      ...(trx && { trx }),
    })
    return { imported, total, errors }
  }
}

async function* entriesOf(characters: readonly BuiltInCharacter[]) {
  for (const character of characters) yield { value: { ...character, definitionPublic: true } }
}
