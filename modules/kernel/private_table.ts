/**
 * Private tables hold rows of one user each. `user_id` is the first column of their primary key, of their unique keys, and of the foreign
 * keys among them, so that they can be spread by users.
 */
import process from 'node:process'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

/** More partitions would exceed the locks of one transaction that PostgreSQL allows by default. */
export const partsMax = 64

/** Into how many partitions new private tables are split, or 0. */
let partitionCount = Number(process.env['TEST_PARTITIONS'] ?? 0)
const partitions = () => partitionCount

/** Splits the private tables that `work` creates. */
export const withPartitions = async <Value>(parts: number, work: () => Promise<Value>): Promise<Value> => {
  const before = partitionCount
  partitionCount = parts
  try {
    return await work()
  } finally {
    partitionCount = before
  }
}

/** Returns into how many partitions the existing private tables of a database are split, or 0. */
export const countPartitions = async (client: QueryClientContract | TransactionClientContract): Promise<number> => {
  const { rows } = await client.rawQuery<{ rows: { count: number }[] }>(
    `SELECT count(*)::int FROM pg_inherits WHERE inhparent = (
       SELECT oid FROM pg_class WHERE relkind = 'p' AND relnamespace = current_schema()::regnamespace LIMIT 1
     )`
  )
  return rows[0]!.count
}

export interface PrivateTableOptions {
  /** Storage parameters, such as `fillfactor = 80`. */
  with?: string
  /** How many partitions, 0 for none. */
  parts?: number
}

/** Returns the tables that hold the rows: the table itself, or its partitions. */
export const partsOf = (name: string, parts = partitions()): string[] =>
  parts === 0 ? [name] : Array.from({ length: parts }, (_, number) => `${name}_${number}`)

/**
 * SQL that names the indexes of partitions after those of their tables, such as `replies_pkey_3`. PostgreSQL chooses other names, and an
 * error names the index of the partition.
 */
export const nameParts = `
  DO $$
  DECLARE part record;
  BEGIN
    FOR part IN
      SELECT c.oid::regclass AS found, named.name FROM pg_inherits i
      JOIN pg_class parent ON parent.oid = i.inhparent AND parent.relkind = 'I'
      JOIN pg_class c ON c.oid = i.inhrelid AND c.relnamespace = current_schema()::regnamespace
      JOIN pg_index x ON x.indexrelid = c.oid
      JOIN pg_class t ON t.oid = x.indrelid
      CROSS JOIN LATERAL (SELECT parent.relname || substring(t.relname FROM '_[0-9]+$') AS name) named
      WHERE c.relname <> named.name
    LOOP
      EXECUTE format('ALTER INDEX %s RENAME TO %I', part.found, part.name);
    END LOOP;
  END $$`

/** Returns the SQL that creates a private table. `columns`: the columns and constraints, `user_id` first. */
export const privateTable = (name: string, columns: string, options: PrivateTableOptions = {}): string => {
  const parts = options.parts ?? partitions()
  const storage = options.with === undefined ? '' : ` WITH (${options.with})`
  if (parts === 0) return `CREATE TABLE ${name} (${columns})${storage}`
  return [
    `CREATE TABLE ${name} (${columns}) PARTITION BY HASH (user_id)`,
    ...partsOf(name, parts).map(
      (part, number) =>
        `CREATE TABLE ${part} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${parts}, REMAINDER ${number})${storage}`
    ),
  ].join(';\n')
}
