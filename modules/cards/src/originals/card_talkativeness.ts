import { setImmediate as nextTurn } from 'node:timers/promises'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Talkativeness } from '#modules/chat/index'
import { JsonDocument } from '../../formats/index.ts'

/** Larger cards aren't read for one number, because parsing blocks the event loop. */
const documentBytesMax = 1_048_576

/** Reads `extensions.talkativeness` from kept cards. SillyTavern writes it as a number or a string, and in V1 at the root. */
@inject()
export class CardTalkativeness extends Talkativeness {
  constructor(private readonly db: Database) {
    super()
  }

  async of(characterIds: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.db.rawQuery<{ rows: { id: string; document: Buffer }[] }>(
      `-- all users: a group may have characters of others
       SELECT character_id AS id, document FROM card_originals
       WHERE character_id = ANY (?::uuid[]) AND card_format IN ('v1', 'v2', 'v3') AND octet_length(document) <= ?`,
      [[...characterIds], documentBytesMax]
    )
    const found = new Map<string, number>()
    for (const { id, document } of rows) {
      const share = shareIn(document)
      if (share !== null) found.set(id, share)
      await nextTurn()
    }
    return found
  }
}

const shareIn = (bytes: Buffer): number | null => {
  const document = JsonDocument.read(bytes)
  if (!document.ok) return null
  const node = document.value.find(['data', 'extensions', 'talkativeness']) ?? document.value.find(['talkativeness'])
  const value = node && document.value.toValue(node)
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const share = Number(value)
  return share >= 0 && share <= 1 ? share : null
}
