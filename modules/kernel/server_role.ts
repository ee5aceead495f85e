import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

/** The connection of DATABASE_OWNER_URL. Exists only if that is set. */
export const ownerConnection = 'owner'

/** A client for statements that need the tables' owner. Falls back to the usual connection when there is only one role. */
export const ownerClient = (db: Database): QueryClientContract =>
  db.connection(db.manager.has(ownerConnection) ? ownerConnection : db.primaryConnectionName)

/** Whether this connection's role can alter tables, and thus drop the triggers that protect the ledger. */
export const canAlterTables = async (client: QueryClientContract): Promise<boolean> => {
  const { rows } = await client.rawQuery(`
    SELECT has_schema_privilege(current_schema(), 'CREATE') OR EXISTS (
      SELECT FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND pg_has_role(relowner, 'MEMBER')
    ) AS answer`)
  return rows[0].answer
}

/**
 * Grants a role the privileges that the server needs in the current schema: rows, sequences and functions. It doesn't grant TRUNCATE,
 * TRIGGER, REFERENCES or CREATE. On tables with an append-only trigger it also withholds the statements that the trigger rejects. The list
 * of migrations is read-only. Changes only privileges that differ, so a normal start writes nothing. `owner` is the owner's transaction.
 */
export const grantToServer = async (owner: TransactionClientContract, role: string): Promise<void> => {
  const { rows } = await owner.rawQuery(missingGrants, { role })
  for (const { statement } of rows) await owner.rawQuery(statement)
}

/** Bits of pg_trigger.tgtype: 1 for each row, 2 before, 8 delete, 16 update. */
const missingGrants = `
  WITH role AS (
    SELECT oid, rolname FROM pg_roles WHERE rolname = :role
  ), relations AS (
    SELECT
      CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind,
      format('%I.%I', n.nspname, c.relname) AS name,
      CASE
        WHEN c.relkind = 'S' THEN ARRAY['USAGE']
        WHEN c.relname LIKE 'adonis\\_schema%' THEN ARRAY['SELECT']
        ELSE array_remove(ARRAY[
          CASE WHEN refused.bits & 8 = 0 THEN 'DELETE' END, 'INSERT', 'SELECT', CASE WHEN refused.bits & 16 = 0 THEN 'UPDATE' END
        ], NULL)
      END AS wanted,
      ARRAY(
        SELECT privilege_type FROM aclexplode(c.relacl), role WHERE grantee = role.oid ORDER BY privilege_type
      ) AS given
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
    CROSS JOIN LATERAL (
      SELECT coalesce(bit_or(t.tgtype::int), 0) AS bits FROM pg_trigger t
      WHERE t.tgrelid = c.oid AND t.tgname LIKE '%\\_append\\_only' AND t.tgtype & 3 = 2
    ) refused
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND pg_has_role(c.relowner, 'MEMBER')
  )
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), rolname) AS statement
  FROM role WHERE NOT has_schema_privilege(oid, current_schema(), 'USAGE')
  UNION ALL
  SELECT format('REVOKE ALL ON %1$s %2$s FROM %3$I; GRANT %4$s ON %1$s %2$s TO %3$I',
    kind, name, rolname, array_to_string(wanted, ', '))
  FROM relations, role WHERE wanted <> given
  UNION ALL
  SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', p.oid::regprocedure, rolname)
  FROM pg_proc p, role
  WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f' AND pg_has_role(p.proowner, 'MEMBER')
    AND NOT has_function_privilege(role.oid, p.oid, 'EXECUTE')`
