import type { QueryClientContract } from '@adonisjs/lucid/types/database'

/** The source of a table's rows, if names alone don't say it. `o` is a row of the earlier table. */
export interface TableException {
  /** The earlier table. By default, the one with the same name. */
  from?: string
  /** Further earlier tables, as in `JOIN old.chats c ON c.id = o.chat_id`. */
  join?: string
  /** Which rows to copy. It must not use joined tables. */
  where?: string
  /** Expressions for new and renamed columns. */
  columns?: Record<string, string>
}

export interface Exceptions {
  tables: Record<string, TableException>
  /** New tables without an earlier one, which begin empty. */
  added?: readonly string[]
  /** Earlier tables (`demo`) and columns (`users.nick`) that end here. */
  dropped: readonly string[]
}

/** Copies rows by names alone. */
export const noExceptions: Exceptions = { tables: {}, dropped: [] }

interface Column {
  name: string
  type: string
  isGenerated: boolean
  isRequired: boolean
}

/** Columns by table. */
export type Tables = Map<string, Column[]>

/** Fills one table. */
export interface Copy {
  table: string
  from: string
  join: string
  where: string | null
  columns: { name: string; value: string }[]
  /** The owner of a row. Null: the table isn't private. */
  user: string | null
}

/** Tables without rows to copy: the lists of migrations, and the progress of a rebuild. */
export const bookkeeping: ReadonlySet<string> = new Set(['adonis_schema', 'adonis_schema_versions', 'rebuild_progress'])

/** Reads the tables of a schema, without partitions and without the lists of migrations. Types are named as the search path requires. */
export const readTables = async (client: QueryClientContract, schema: string): Promise<Tables> => {
  const { rows } = await client.rawQuery<{ rows: (Column & { table: string })[] }>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attgenerated <> '' AS "isGenerated",
       a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS "isRequired"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = to_regnamespace(quote_ident(:schema)) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> ALL (:bookkeeping)
     ORDER BY c.relname, a.attnum`,
    { schema, bookkeeping: [...bookkeeping] }
  )
  return Map.groupBy(rows, ({ table }) => table)
}

/** Returns the private tables of a schema: those whose primary key begins with the user. */
export const readPrivateTables = async (client: QueryClientContract, schema: string): Promise<Set<string>> => {
  const { rows } = await client.rawQuery<{ rows: { name: string }[] }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] AND a.attname = 'user_id'
     WHERE c.relnamespace = to_regnamespace(quote_ident(:schema)) AND NOT c.relispartition`,
    { schema }
  )
  return new Set(rows.map(({ name }) => name))
}

export interface CopyPlan {
  copies: Copy[]
  /** Reasons why rows or values would be lost. Empty for a good plan. */
  problems: string[]
}

/** Plans how the new tables are filled from the earlier ones. Everything that is copied, replaced or lost is named or is a problem. */
export const planCopy = (
  earlier: Tables,
  next: Tables,
  privateTables: ReadonlySet<string>,
  { tables, added = [], dropped }: Exceptions
): CopyPlan => {
  const problems: string[] = []
  const used = new Set<string>(dropped)
  const copies = [...next].flatMap(([table, columns]): Copy[] => {
    const { from = table, join = '', where = null, columns: values = {} } = tables[table] ?? {}
    const source = earlier.get(from)
    if (!source) {
      if (!added.includes(table)) problems.push(`The new table ${table} has no source.`)
      return []
    }
    used.add(from)
    for (const text of [join, where ?? '', ...Object.values(values)])
      for (const [, name] of text.matchAll(/\bo\.(\w+)/g)) used.add(`${from}.${name}`)
    const types = new Map(source.map(({ name, type }) => [name, type]))
    const filled = columns.flatMap(({ name, type, isGenerated, isRequired }) => {
      if (isGenerated) {
        used.add(`${from}.${name}`)
        return []
      }
      if (values[name] !== undefined) return [{ name, value: values[name] }]
      if (types.has(name)) {
        used.add(`${from}.${name}`)
        // There is no cast between two enumerations or domains.
        return [{ name, value: types.get(name) === type ? `o.${name}` : `o.${name}::text::${type}` }]
      }
      if (isRequired) problems.push(`The new column ${table}.${name} has no source.`)
      return []
    })
    const user = privateTables.has(table) ? (filled.find(({ name }) => name === 'user_id')?.value ?? null) : null
    return [{ table, from, join, where, columns: filled, user }]
  })
  for (const [table, columns] of earlier) {
    if (!used.has(table)) problems.push(`The table ${table} isn't copied.`)
    else if (!dropped.includes(table))
      for (const { name } of columns)
        if (!used.has(`${table}.${name}`)) problems.push(`The column ${table}.${name} isn't copied.`)
  }
  for (const table of [...Object.keys(tables), ...added])
    if (!next.has(table)) problems.push(`There is no new table ${table}.`)
  return { copies, problems }
}

/** Returns SQL that counts the earlier rows to copy. */
export const countSource = ({ from, where }: Copy, home: string): string =>
  `SELECT count(*) FROM ${home}.${from} o${where === null ? '' : ` WHERE ${inHome(where, home)}`}`

/** Returns SQL that copies the rows. `range` limits them to some users. */
export const copyRows = ({ table, from, join, where, columns }: Copy, home: string, range: string[] = []): string => {
  const conditions = [...(where === null ? [] : [`(${where})`]), ...range]
  const names = columns.map(({ name }) => name).join(', ')
  const values = columns.map(({ value }) => value).join(', ')
  return inHome(
    `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values} FROM old.${from} o ${join}` +
      (conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''),
    home
  )
}

const inHome = (sql: string, home: string) => sql.replaceAll(/\bold\./g, `${home}.`)
