import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { blankParts } from './domain/character_parts.ts'
import {
  asRead,
  partColumnNames,
  partColumns,
  partColumnTypes,
  toPartsRow,
  type PartsRow,
} from './domain/draft_rows.ts'

/**
 * Reads the parts of a character, or blank parts if it has no row. A statement that waits for the character's lock must not join this
 * table, because it would see the parts from before the wait.
 */
export const readParts = async (id: string, trx: TransactionClientContract): Promise<PartsRow> => {
  const { rows } = await trx.rawQuery<{ rows: PartsRow[] }>(
    `SELECT ${asRead(partColumnNames)} FROM character_parts WHERE character_id = ?::uuid`,
    [id]
  )
  return rows[0] ?? toPartsRow(blankParts)
}

/** Inserts or replaces the parts of a character. */
export const saveParts = async (id: string, row: PartsRow, trx: TransactionClientContract): Promise<void> => {
  await trx.rawQuery(
    `INSERT INTO character_parts (character_id, ${partColumns})
     SELECT ?::uuid, ${partColumns} FROM json_to_record(?::json) AS entry (${partColumnTypes})
     ON CONFLICT (character_id) DO UPDATE SET ${partColumnNames.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [id, JSON.stringify(row)]
  )
}
