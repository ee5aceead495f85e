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

type Privilege = 'DELETE' | 'INSERT' | 'SELECT' | 'UPDATE'

const limited = 'privileges of the server: '
const asOwner = 'runs as the owner'

/** SQL for migrations: limits what the server's role may do with a table. Without it, the role may do everything with rows. */
export const allowServer = (table: string, privileges: readonly Privilege[]): string =>
  comment(
    'TABLE',
    `SELECT '${table}'::regclass UNION SELECT relid FROM pg_partition_tree('${table}')`,
    `${limited}${privileges.toSorted().join(', ')}`
  )

/** SQL for the privileges that `allowServer` gave for a table, given its oid. Null without a limit. */
export const limitedPrivileges = (oid: string): string =>
  `string_to_array(substring(obj_description(${oid}, 'pg_class') FROM '^${limited}(.*)'), ', ')`

/** SQL for migrations: lets a function write tables that the server's role may not. */
export const runAsOwner = (name: string): string =>
  comment(
    'FUNCTION',
    `SELECT oid::regprocedure FROM pg_proc WHERE proname = '${name}' AND pronamespace = current_schema()::regnamespace`,
    asOwner
  )

/**
 * SQL for migrations, after CREATE OR REPLACE, which resets what functions run as. Where they ran as the owner, they do so from this
 * transaction on, so that servers of the release before aren't refused until the privileges are granted.
 */
export const stillRunAsOwner = `
  DO $still$
  DECLARE
    v_name text;
  BEGIN
    FOR v_name IN
      SELECT oid::regprocedure FROM pg_proc
      WHERE pronamespace = current_schema()::regnamespace AND obj_description(oid, 'pg_proc') = '${asOwner}' AND NOT prosecdef AND EXISTS (
        SELECT FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace AND obj_description(oid, 'pg_proc') = '${asOwner}' AND prosecdef
      )
    LOOP
      EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = %I, pg_temp', v_name, current_schema());
    END LOOP;
  END
  $still$`

const comment = (kind: 'FUNCTION' | 'TABLE', names: string, text: string) => `
  DO $comment$
  DECLARE
    v_name text;
  BEGIN
    FOR v_name IN ${names} LOOP
      EXECUTE format('COMMENT ON ${kind} %s IS %L', v_name, '${text}');
    END LOOP;
  END
  $comment$`

/**
 * Grants a role the privileges that the server needs in the current schema: rows, sequences and functions. It doesn't grant TRUNCATE,
 * TRIGGER, REFERENCES or CREATE. Tables with `allowServer` get only these privileges, and functions with `runAsOwner` become SECURITY
 * DEFINER. The list of migrations is read-only. Changes only what differs, so a normal start writes nothing. `owner` is the owner's
 * transaction.
 */
export const grantToServer = async (owner: TransactionClientContract, role: string): Promise<void> => {
  const { rows } = await owner.rawQuery(missingGrants, { role })
  for (const { statement } of rows) await owner.rawQuery(statement)
}

/** The search path of a function that runs as the owner is fixed. Temporary tables come last, so they can't take the place of tables. */
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
        ELSE coalesce(${limitedPrivileges('c.oid')}, ARRAY['DELETE', 'INSERT', 'SELECT', 'UPDATE'])
      END AS wanted,
      ARRAY(
        SELECT privilege_type FROM aclexplode(c.relacl), role WHERE grantee = role.oid ORDER BY privilege_type
      ) AS given
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND pg_has_role(c.relowner, 'MEMBER')
  ), functions AS (
    SELECT oid, oid::regprocedure AS name, prosecdef, proconfig, obj_description(oid, 'pg_proc') = '${asOwner}' AS runs_as_owner
    FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f' AND pg_has_role(proowner, 'MEMBER')
  )
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), rolname) AS statement
  FROM role WHERE NOT has_schema_privilege(oid, current_schema(), 'USAGE')
  UNION ALL
  SELECT format('REVOKE ALL ON %1$s %2$s FROM %3$I; GRANT %4$s ON %1$s %2$s TO %3$I',
    kind, name, rolname, array_to_string(wanted, ', '))
  FROM relations, role WHERE wanted <> given
  UNION ALL
  SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', name, rolname)
  FROM functions, role WHERE NOT has_function_privilege(role.oid, functions.oid, 'EXECUTE')
  UNION ALL
  SELECT format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = %I, pg_temp', name, current_schema())
  FROM functions
  WHERE runs_as_owner AND (NOT prosecdef OR proconfig IS DISTINCT FROM ARRAY[format('search_path=%I, pg_temp', current_schema())])`
