import type { QueryClientContract } from '@adonisjs/lucid/types/database'

const note = 'private tables are distributed by users'

/** SQL that records that the private tables of this database are distributed. `distribute` runs it in its transaction. */
export const recordDistribution = `COMMENT ON TABLE adonis_schema IS '${note}'`

/** The query builders of distributed databases. */
const builders = new WeakSet<object>()

/**
 * Reads whether the database is distributed. A process reads it at its start, after the migrations. It doesn't change later, because
 * `distribute` refuses while a process runs, and holds the lock of migrations.
 */
export const readDistribution = async (client: QueryClientContract): Promise<void> => {
  const { rows } = await client.rawQuery<{ rows: { found: string | null }[] }>(
    `SELECT obj_description('adonis_schema'::regclass, 'pg_class') AS found`
  )
  if (rows[0]!.found === note) builders.add(client.getWriteClient())
}

/** Whether private tables are spread over several servers, so that a statement which writes them may only concern one user. */
export const isDistributed = (client: QueryClientContract): boolean => builders.has(client.getWriteClient())
