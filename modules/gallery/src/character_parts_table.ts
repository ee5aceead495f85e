import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { jsonInTurns } from '#modules/kernel/send_json'
import { blankParts } from './domain/character_parts.ts'
import { partColumnNames, partColumns, toPartsRow, withoutGreetings, type PartsRow } from './domain/draft_rows.ts'
import { greetingsApart, joinGreetings, type Apart, type Greetings } from './queries/greetings_apart.ts'

/**
 * Reads the parts of a character, or blank parts if it has no row. A statement that waits for the character's lock must not join this
 * table, because it would see the parts from before the wait.
 */
export const readParts = async (id: string, trx: TransactionClientContract): Promise<PartsRow> => {
  const { rows } = await trx.rawQuery<{ rows: (Omit<PartsRow, keyof Greetings> & Apart)[] }>(readRow, { id })
  return joinGreetings(rows, () => '')[0] ?? toPartsRow(blankParts)
}

const readRow = greetingsApart(
  `SELECT ${withoutGreetings(partColumnNames)} FROM character_parts WHERE character_id = :id::uuid`,
  `SELECT '' AS owner, alternate_greetings, group_greetings FROM character_parts WHERE character_id = :id::uuid`
)

/** Inserts or replaces the parts of a character. Encodes them in turns of the event loop, because greetings can have megabytes. */
export const saveParts = async (id: string, row: PartsRow, trx: TransactionClientContract): Promise<void> => {
  const pieces: Buffer[] = []
  for await (const piece of jsonInTurns(row)) pieces.push(Buffer.from(piece))
  await trx.rawQuery(
    `INSERT INTO character_parts (character_id, ${partColumns})
     SELECT ?::uuid, ${partColumns} FROM json_populate_record(NULL::character_parts, ?::json)
     ON CONFLICT (character_id) DO UPDATE SET ${partColumnNames.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [id, Buffer.concat(pieces)]
  )
}
