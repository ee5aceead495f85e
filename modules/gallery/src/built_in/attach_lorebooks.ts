import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Lore } from '#modules/lore/index'
import type { BuiltInCharacter } from './content.ts'

/** A built-in character that was just stored with its parts, without a lorebook. */
interface Stored {
  id: string
  character: BuiltInCharacter
}

/**
 * Stores the lorebooks of these characters as lorebooks of their owner and attaches them. Not idempotent. Returns a problem
 * for each lorebook that could not be stored.
 */
export const attachLorebooks = async (
  lore: Lore,
  ownerId: string,
  stored: readonly Stored[],
  trx: TransactionClientContract
): Promise<{ name: string; message: string }[]> => {
  const problems: { name: string; message: string }[] = []
  for (const { id, character } of stored) {
    if (!character.lorebook) continue
    const created = await lore.createFromImport(ownerId, character.lorebook, null, trx)
    if (created.ok)
      await trx.rawQuery('UPDATE character_parts SET lorebook_ids = ARRAY[?::uuid] WHERE character_id = ?::uuid', [
        created.value.id,
        id,
      ])
    else problems.push({ name: character.name, message: created.failure.message })
  }
  return problems
}
