import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { asOwner, MigrationRefused } from '../as_owner.ts'
import { recordDistribution } from '../distribution.ts'
import { countPartitions } from '../private_table.ts'
import { canAlterTables, limitedPrivileges } from '../server_role.ts'
import { bookkeeping } from './copy_plan.ts'
import { planDistribution, type DistributionPlan, type FunctionFacts, type TableFacts } from './distribution_plan.ts'
import { refuseOtherProcesses } from './other_processes.ts'

type Client = QueryClientContract | TransactionClientContract

const staysLocal = {
  ruby_orders: 'payment providers name orders without their users',
  closed_accounts: 'it is read for all users',
  card_files: 'files are purged for all users',
}

/** Reads the catalog of the schema in use, and plans how its tables are distributed by users. */
export const readDistributionPlan = async (client: Client): Promise<DistributionPlan> => {
  const tables = await client.rawQuery<{ rows: TableFacts[] }>(tablesSql, { bookkeeping: [...bookkeeping] })
  const functions = await client.rawQuery<{ rows: FunctionFacts[] }>(functionsSql)
  return planDistribution(tables.rows, functions.rows, staysLocal)
}

const columns = (relation: string, numbers: string) =>
  `ARRAY(
    SELECT coalesce(a.attname::text, '') FROM unnest(${numbers}) WITH ORDINALITY AS key (number, n)
    LEFT JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = key.number ORDER BY n
  )`

/** A trigger is a wall if the server's role lacks the privileges for what it refuses. Bits of tgtype: 4 insert, 8 delete, 16 update. */
const tablesSql = `
  SELECT c.relname AS name,
    coalesce((SELECT ${columns('c.oid', 'i.indkey')} FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary), '{}') AS key,
    (
      SELECT coalesce(jsonb_agg(jsonb_build_object('name', k.relname, 'columns', ${columns('c.oid', 'i.indkey')})), '[]')
      FROM pg_index i JOIN pg_class k ON k.oid = i.indexrelid WHERE i.indrelid = c.oid AND i.indisunique
    ) AS "uniqueKeys",
    (
      SELECT coalesce(jsonb_agg(jsonb_build_object('name', f.conname, 'columns', ${columns('f.conrelid', 'f.conkey')},
        'to', t.relname, 'toColumns', ${columns('f.confrelid', 'f.confkey')})), '[]')
      FROM pg_constraint f JOIN pg_class t ON t.oid = f.confrelid WHERE f.conrelid = c.oid AND f.contype = 'f'
    ) AS "foreignKeys",
    (
      SELECT coalesce(jsonb_agg(jsonb_build_object('name', t.tgname, 'isWall', allowed.privileges IS NOT NULL
        AND t.tgname = c.relname || '_append_only'
        AND (t.tgtype & 4 = 0 OR 'INSERT' <> ALL (allowed.privileges))
        AND (t.tgtype & 8 = 0 OR 'DELETE' <> ALL (allowed.privileges))
        AND (t.tgtype & 16 = 0 OR 'UPDATE' <> ALL (allowed.privileges)))), '[]')
      FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
    ) AS triggers
  FROM pg_class c CROSS JOIN LATERAL (SELECT ${limitedPrivileges('c.oid')} AS privileges) allowed
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> ALL (:bookkeeping)
  ORDER BY c.relname`

const functionsSql = `
  SELECT p.proname AS name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) AS text,
    l.lanname = 'sql' AND NOT p.prosecdef AND p.proconfig IS NULL AS "isInlined"
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
  WHERE p.pronamespace = current_schema()::regnamespace AND l.lanname IN ('sql', 'plpgsql')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  ORDER BY p.proname`

/** Distributes the private tables by users. All other processes must be stopped. */
export const distribute = async (
  app: ApplicationService,
  db: Database,
  report: (text: string) => unknown
): Promise<DistributionPlan> => {
  const isOwner = await canAlterTables(db.connection())
  return asOwner(app, db, async ({ trx, client }) => {
    const plan = await readDistributionPlan(trx)
    await refuse(trx, plan, isOwner)
    await refuseOtherProcesses(client, report)
    for (const { name, table } of plan.walls) await trx.rawQuery(`DROP TRIGGER ${name} ON ${table}`)
    // A statement that reaches several servers may otherwise use connections that don't see the foreign keys yet.
    await trx.rawQuery(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`)
    for (const table of plan.reference) await trx.rawQuery('SELECT create_reference_table(?)', [table])
    const [first, ...others] = plan.distributed
    await trx.rawQuery(`SELECT create_distributed_table(?, 'user_id', colocate_with => 'none')`, [first!])
    for (const table of others) {
      await report(`distributing ${table}`)
      await trx.rawQuery(`SELECT create_distributed_table(?, 'user_id', colocate_with => ?)`, [table, first!])
    }
    await trx.rawQuery(recordDistribution)
    return plan
  })
}

const refuse = async (trx: TransactionClientContract, plan: DistributionPlan, isOwner: boolean) => {
  const { rows } = await trx.rawQuery(
    `SELECT to_regclass('pg_dist_partition') IS NOT NULL AS installed, current_setting('citus.shard_count', true) IS NOT NULL AS loaded`
  )
  if (!rows[0].installed || !rows[0].loaded)
    throw new MigrationRefused('The database has no extension "citus". As a superuser, run: CREATE EXTENSION citus')
  const { rows: found } = await trx.rawQuery('SELECT FROM pg_dist_partition WHERE logicalrelid = ?::regclass', [
    plan.distributed[0]!,
  ])
  if (found.length > 0) throw new MigrationRefused('The tables of users are distributed already.')
  if ((await countPartitions(trx)) > 0)
    throw new MigrationRefused('The tables of users are partitioned. Citus distributes whole tables only.')
  if (isOwner)
    throw new MigrationRefused(
      "The servers' role may alter tables, so triggers protect the ledger, and distributed tables have none. " +
        'Give the servers a role of their own: docs/operate.md'
    )
  if (plan.problems.length > 0)
    throw new MigrationRefused(`The tables can't be distributed. ${plan.problems.join(' ')}`)
}
