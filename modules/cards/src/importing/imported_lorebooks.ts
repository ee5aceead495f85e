import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Lore } from '#modules/lore/index'
import type { ReadBook } from './reading/card_event.ts'

/** The number of hashes of an owner: twenty for each of the lorebooks that a user can have. */
export const lorebookHashesMax = 10_000

type FileOfBook = Pick<ReadBook, 'original' | 'documentSha256' | 'facetId'>

/** Stores which lorebook was imported from which file. */
@inject()
export class ImportedLorebooks {
  constructor(
    private readonly db: Database,
    private readonly lore: Lore
  ) {}

  /** Returns the lorebook that was imported from the same file or text, now or earlier, or that was exported as this file. */
  async findDuplicate(ownerId: string, file: FileOfBook, trx?: TransactionClientContract): Promise<string | null> {
    const { rows } = await (trx ?? this.db).rawQuery<{ rows: { id: string }[] }>(
      'SELECT lorebook_id AS id FROM card_lorebook_files WHERE user_id = ?::uuid AND sha256 IN (?, ?)',
      [ownerId, ...hashesOf(file)]
    )
    const ids = [...rows.map(({ id }) => id), ...(file.facetId === null ? [] : [file.facetId])]
    const [known] = ids.length === 0 ? [] : await this.lore.findOwn(ownerId, [...new Set(ids)], trx)
    return known ?? null
  }

  /** Adds the hashes of a file, and removes the owner's oldest ones over the limit. */
  async add(ownerId: string, file: FileOfBook, lorebookId: string, trx: TransactionClientContract) {
    const [fileHash, documentHash] = hashesOf(file)
    await trx.rawQuery(
      `INSERT INTO card_lorebook_files (user_id, sha256, lorebook_id)
       SELECT DISTINCT ?::uuid, hash, ?::uuid FROM (VALUES (?::bytea), (?::bytea)) AS file (hash)
       ON CONFLICT (user_id, sha256) DO UPDATE SET lorebook_id = excluded.lorebook_id, created_at = excluded.created_at`,
      [ownerId, lorebookId, fileHash, documentHash]
    )
    await trx.rawQuery(
      `DELETE FROM card_lorebook_files AS file USING (
         SELECT sha256 FROM card_lorebook_files WHERE user_id = :ownerId::uuid ORDER BY created_at DESC OFFSET :max
       ) AS old WHERE file.user_id = :ownerId::uuid AND file.sha256 = old.sha256`,
      { ownerId, max: lorebookHashesMax }
    )
  }

  async forgetOwner(ownerId: string, trx: TransactionClientContract) {
    await trx.rawQuery('DELETE FROM card_lorebook_files WHERE user_id = ?::uuid', [ownerId])
  }
}

const hashesOf = ({ original, documentSha256 }: FileOfBook): [Buffer, Buffer] => [
  Buffer.from(original.sha256, 'hex'),
  Buffer.from(documentSha256, 'hex'),
]
