import { isDeepStrictEqual } from 'node:util'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { RegexScript } from './domain/regex_scripts.ts'

/** Reads the scripts of the present version. */
export const readScripts = async (
  id: string,
  client: Pick<QueryClientContract, 'rawQuery'>
): Promise<RegexScript[]> => {
  const { rows } = await client.rawQuery<{ rows: { scripts: RegexScript[] | null }[] }>(
    'SELECT gallery_scripts(?::uuid, NULL) AS scripts',
    [id]
  )
  return rows[0]?.scripts ?? []
}

/** Whether a card has other scripts than its character. Undefined: the change isn't by a card. */
export const haveScriptsChanged = async (
  id: string,
  scripts: readonly RegexScript[] | undefined,
  trx: TransactionClientContract
): Promise<boolean> => scripts !== undefined && !isDeepStrictEqual(scripts, await readScripts(id, trx))

/** Saves scripts that hold from the present version on. */
export const saveScripts = async (
  id: string,
  scripts: readonly RegexScript[],
  trx: TransactionClientContract
): Promise<void> => {
  await trx.rawQuery(
    `INSERT INTO character_scripts (character_id, from_version, scripts)
     SELECT id, version_number, ?::jsonb FROM characters WHERE id = ?::uuid
     ON CONFLICT (character_id, from_version) DO UPDATE SET scripts = excluded.scripts`,
    [JSON.stringify(scripts), id]
  )
}
