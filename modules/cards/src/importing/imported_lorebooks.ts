import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Lore } from '#modules/lore/index'

/** Stores which lorebook was imported from which file. */
export class ImportedLorebooks {
  constructor(
    private readonly db: Database,
    private readonly lore: Pick<Lore, 'readForExport'>
  ) {}

  /** Returns the lorebook that was imported from the same file, if the owner still has it. */
  async findDouble(ownerId: string, sha256: string): Promise<{ id: string; name: string; entryCount: number } | null> {
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      'SELECT lorebook_id AS id FROM card_lorebook_files WHERE owner_id = ?::uuid AND sha256 = ?',
      [ownerId, Buffer.from(sha256, 'hex')]
    )
    const [row] = rows
    const lorebook = row ? await this.lore.readForExport(ownerId, row.id) : null
    return row && lorebook ? { id: row.id, name: lorebook.book.name, entryCount: lorebook.entries.length } : null
  }

  async add(ownerId: string, sha256: string, lorebookId: string, trx: TransactionClientContract) {
    await trx.rawQuery(
      `INSERT INTO card_lorebook_files VALUES (?::uuid, ?, ?::uuid)
       ON CONFLICT (owner_id, sha256) DO UPDATE SET lorebook_id = excluded.lorebook_id`,
      [ownerId, Buffer.from(sha256, 'hex'), lorebookId]
    )
  }

  async forgetOwner(ownerId: string, trx: TransactionClientContract) {
    await trx.rawQuery('DELETE FROM card_lorebook_files WHERE owner_id = ?::uuid', [ownerId])
  }
}
