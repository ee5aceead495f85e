import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

type Client = QueryClientContract | TransactionClientContract

export const hasSchema = async (client: Client, schema: string): Promise<boolean> => {
  const { rows } = await client.rawQuery('SELECT to_regnamespace(quote_ident(?)) IS NOT NULL AS answer', [schema])
  return rows[0].answer
}

interface SchemaObject {
  kind: 'TABLE' | 'VIEW' | 'SEQUENCE' | 'TYPE' | 'ROUTINE' | 'STATISTICS'
  name: string
  /** As in `public.users`. */
  identity: string
}

/**
 * Returns the objects of a schema that move by themselves. Indexes, triggers, constraints, row types and sequences of columns move with
 * their table. Objects of extensions stay.
 */
export const objectsOf = async (client: Client, schema: string): Promise<SchemaObject[]> => {
  const { rows } = await client.rawQuery<{ rows: SchemaObject[] }>(
    `SELECT kind, name, (pg_identify_object(class, id, 0)).identity FROM (
       SELECT 'pg_class'::regclass AS class, c.oid AS id, c.relname AS name, c.relnamespace AS home,
         CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END AS kind
       FROM pg_class c WHERE c.relkind IN ('r', 'p', 'f', 'v') OR c.relkind = 'S' AND NOT EXISTS (
         SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i') AND d.refobjsubid > 0)
       UNION ALL
       SELECT 'pg_type'::regclass, t.oid, t.typname, t.typnamespace, 'TYPE' FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
       WHERE t.typtype IN ('e', 'd', 'r') OR c.relkind = 'c'
       UNION ALL
       SELECT 'pg_proc'::regclass, oid, proname, pronamespace, 'ROUTINE' FROM pg_proc
       UNION ALL
       SELECT 'pg_statistic_ext'::regclass, oid, stxname, stxnamespace, 'STATISTICS' FROM pg_statistic_ext
     ) objects
     WHERE home = to_regnamespace(quote_ident(?))
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = class AND d.objid = id AND d.deptype = 'e')
     ORDER BY kind, name`,
    [schema]
  )
  return rows
}

/** Moves objects to another schema. Owning them is enough. */
export const moveTo = async (client: Client, objects: readonly SchemaObject[], schema: string): Promise<void> => {
  for (const { kind, identity } of objects) await client.rawQuery(`ALTER ${kind} ${identity} SET SCHEMA ${schema}`)
}
