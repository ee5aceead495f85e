/**
 * Rebuilds the tables of a database in another shape. New tables are created and filled in the schema `facet_next`, next to those in use.
 * One transaction then exchanges them. Until that moment the tables in use are unchanged, so a server of the earlier release may start
 * again after an interruption. Its first write discards the copy. Without such a write, the next rebuild continues where this one ended.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type { PostgreConfig, QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { MigrationRefused, type OwnerContext } from '../as_owner.ts'
import { guardConnections } from '../sql.ts'
import {
  bookkeeping,
  copyRows,
  countSource,
  planCopy,
  readPrivateTables,
  readTables,
  type Copy,
  type Exceptions,
} from './copy_plan.ts'
import { refuseOtherProcesses } from './other_processes.ts'
import { hasSchema, moveTo, objectsOf } from './schemas.ts'

/** A check of copied rows beyond their number. The economy binds the ledger's check. */
export abstract class RebuildCheck {
  /** Returns the problems of the tables that the transaction sees first. */
  abstract problems(trx: TransactionClientContract): Promise<string[]>
}

/** The schema of the new tables until the exchange, and the one of the replaced tables until they are dropped. */
const nextSchema = 'facet_next'
const previousSchema = 'facet_previous'

export type RebuildStep = 'waiting' | 'prepared' | 'batch' | 'table' | 'proved' | 'exchanging'

export interface Progress {
  /** Shows the progress of long work, and is awaited. By default, the log does. */
  report?: (text: string, step: RebuildStep) => unknown
  /** How many users are copied in one transaction. */
  usersPerBatch?: number
}

export interface RebuildOptions extends Progress {
  exceptions: Exceptions
  /** The names of the tables, types and functions in use that are replaced, given the names of the new ones. */
  replaced: (next: ReadonlySet<string>) => ReadonlySet<string>
  /** Creates the new tables with this connection. */
  create: (connectionName: string) => Promise<void>
  check: RebuildCheck
}

interface Rebuild extends RebuildOptions {
  /** Its search path begins with `facet_next`. The schema in use follows. */
  client: QueryClientContract
  /** The schema in use, such as `public`. */
  home: string
  report: NonNullable<Progress['report']>
}

interface Created extends Rebuild {
  isReplaced: (name: string) => boolean
}

const connectionName = 'rebuild'
/** The time limit of a statement, which may read and write all rows of a table. */
const deadlineMs = 24 * 60 * 60_000

/**
 * Fills the new tables in transactions of its own, and exchanges them for those in use in the caller's transaction, which the caller commits.
 */
export const rebuild = async (
  { app, db, trx, client: owner }: OwnerContext,
  options: RebuildOptions
): Promise<void> => {
  const { rows } = await trx.rawQuery<{ rows: { mayCreate: boolean; path: string[] }[] }>(
    `SELECT has_database_privilege(current_database(), 'CREATE') AS "mayCreate", array_to_json(current_schemas(false)) AS path`
  )
  const { mayCreate, path } = rows[0]!
  if (!mayCreate)
    throw new MigrationRefused(
      'The owner of the tables must be allowed to create schemas. As a superuser, run: GRANT CREATE ON DATABASE … TO …'
    )
  const config = db.getRawConnection(owner.connectionName)!.config as PostgreConfig
  const connection = Object.assign({}, config.connection, { queryDeadlineMs: deadlineMs })
  db.manager.add(connectionName, { ...config, connection, searchPath: [nextSchema, ...path] })
  try {
    const client = db.connection(connectionName)
    guardConnections(client)
    const report = options.report ?? (await logProgress(app))
    const whole = { ...options, report, client, home: path[0]! }
    await refuseOtherProcesses(owner, report)
    await exchange(trx, await fillNext(whole))
  } finally {
    await db.manager.release(connectionName)
  }
}

const logProgress = async (app: ApplicationService) => {
  const logger = await app.container.make('logger')
  return (text: string) => logger.info(text)
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

interface State {
  foreignKeys: ForeignKey[]
  lastUser: string | null
  hasUsers: boolean
  tables: string[]
  isProved: boolean
}

/** Each transaction reads private tables for some users. More of them would read large tables without a fitting index too often. */
const batchesMax = 100
const usersPerBatchMin = 200

/** Creates, fills and proves the new tables. */
const fillNext = async (given: Rebuild): Promise<Created> => {
  const { client, report } = given
  let progress = await readState(client)
  if (!progress) {
    await report('creating the new tables', 'prepared')
    await client.rawQuery(`DROP SCHEMA IF EXISTS ${nextSchema} CASCADE`)
    await client.rawQuery(`CREATE SCHEMA ${nextSchema}`)
    await given.create(connectionName)
  }
  const names = given.replaced(new Set((await objectsOf(client, nextSchema)).map(({ name }) => name)))
  const options: Created = { ...given, isReplaced: (name) => bookkeeping.has(name) || names.has(name) }
  await refuseUnknownTables(options)
  const copies = await plan(options)
  if (!progress) {
    await client.transaction((trx) => prepare(trx, options, copies))
    progress = (await readState(client))!
  }
  try {
    if (!progress.hasUsers) await copyUsers(options, copies, progress.lastUser)
    await copyShared(options, copies, progress.tables)
    if (!progress.isProved) await prove(options, copies, progress.foreignKeys)
  } catch (error) {
    // A write between two transactions also shows as other errors, such as another number of rows.
    throw (await readState(client)) ? error : disturbed()
  }
  return options
}

/** Copies the tables that belong to no user, except those that are `done`. */
const copyShared = async ({ client, home, report }: Rebuild, copies: readonly Copy[], done: readonly string[]) => {
  const shared = copies.filter(({ user }) => user === null)
  for (const [index, copy] of shared.entries()) {
    if (done.includes(copy.table)) continue
    await client.transaction(async (trx) => {
      await trx.rawQuery(copyRows(copy, home))
      await record(trx, `tables = tables || '${copy.table}'::text`)
      await report(`copied ${index + 1} of ${shared.length} other tables`, 'table')
    })
  }
}

/** Exchanges the schemas. The search path of the transaction begins with the schema in use. */
const exchange = async (trx: TransactionClientContract, { home, isReplaced, report }: Created) => {
  const objects = (await objectsOf(trx, home)).filter(({ name }) => isReplaced(name))
  const tables = objects.filter(({ kind }) => kind === 'TABLE').map(({ identity }) => identity)
  await trx.rawQuery(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`)
  // No write can follow, and a write before has discarded the copy.
  if (!(await readState(trx))?.isProved) throw disturbed()
  await trx.rawQuery(`CREATE SCHEMA ${previousSchema}`)
  await moveTo(trx, objects, previousSchema)
  const next = (await objectsOf(trx, nextSchema)).filter(({ name }) => !ownNames.has(name))
  await moveTo(trx, next, home)
  await report('exchanging the tables', 'exchanging')
}

/** Drops the replaced tables, and the copy of a rebuild that wasn't finished. */
export const dropLeftovers = async (trx: TransactionClientContract): Promise<void> => {
  for (const schema of [previousSchema, nextSchema])
    if (await hasSchema(trx, schema)) await trx.rawQuery(`DROP SCHEMA ${schema} CASCADE`)
}

const ownNames = new Set(['rebuild_progress', 'rebuild_discard'])

const readState = async (client: QueryClientContract | TransactionClientContract): Promise<State | null> => {
  const { rows: found } = await client.rawQuery(`SELECT to_regclass('${nextSchema}.rebuild_progress') AS name`)
  if (found[0].name === null) return null
  const { rows } = await client.rawQuery<{ rows: State[] }>(
    `SELECT foreign_keys AS "foreignKeys", last_user AS "lastUser", has_users AS "hasUsers", tables, is_proved AS "isProved"
     FROM ${nextSchema}.rebuild_progress`
  )
  return rows[0] ?? null
}

/** Changes the progress in the transaction of the copied rows. A missing row says that another program has written. */
const record = async (trx: TransactionClientContract, change: string) => {
  const { rowCount } = await trx.rawQuery(`UPDATE ${nextSchema}.rebuild_progress SET ${change}`)
  if (rowCount === 0) throw disturbed()
}

const disturbed = () =>
  new MigrationRefused(
    'Another program wrote to the database meanwhile, so the copy was discarded. Stop all programs that use it, then try again.'
  )

const plan = async ({ client, home, exceptions, isReplaced }: Created): Promise<Copy[]> => {
  const [earlier, next] = [await readTables(client, home), await readTables(client, nextSchema)]
  const known = new Map([...earlier].filter(([name]) => isReplaced(name)))
  const { copies, problems } = planCopy(known, next, await readPrivateTables(client, nextSchema), exceptions)
  if (problems.length > 0)
    throw new MigrationRefused(
      `The tables can't be copied: ${problems.join(' ')} The database was changed by other means than migrations. ` +
        'It is unchanged now.'
    )
  return copies
}

/** Tables of other programs would be mistaken for ours, or hide behind ours. */
const refuseUnknownTables = async ({ client, home, isReplaced }: Created) => {
  const unknown = (await objectsOf(client, home)).filter(
    ({ kind, name }) => (kind === 'TABLE' || kind === 'VIEW') && !isReplaced(name)
  )
  if (unknown.length > 0)
    throw new MigrationRefused(
      `The schema ${home} has tables or views that aren't Facet's: ${unknown.map(({ name }) => name).join(', ')}. ` +
        'Move them to another schema (ALTER TABLE … SET SCHEMA …), then try again.'
    )
}

/**
 * Prepares new tables for copying: without the rows that migrations inserted, without foreign keys, so that any order works, and without
 * triggers, because the rows have passed them. A write to an earlier table discards the copy from now on.
 */
const prepare = async (trx: TransactionClientContract, { home }: Rebuild, copies: readonly Copy[]) => {
  await setTriggers(trx, 'DISABLE')
  const { rows: foreignKeys } = await trx.rawQuery<{ rows: ForeignKey[] }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE connamespace = to_regnamespace('${nextSchema}') AND contype = 'f' AND conparentid = 0`
  )
  for (const { table, name } of foreignKeys) await trx.rawQuery(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  // After their foreign keys, because new tables without a source may refer to them.
  await trx.rawQuery(`TRUNCATE ${copies.map(({ table }) => table).join(', ')}`)
  await trx.rawQuery(`
    CREATE TABLE ${nextSchema}.rebuild_progress (
      foreign_keys jsonb NOT NULL, last_user uuid, has_users boolean NOT NULL DEFAULT false, tables text[] NOT NULL DEFAULT '{}',
      is_proved boolean NOT NULL DEFAULT false
    );
    CREATE FUNCTION ${nextSchema}.rebuild_discard() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      DELETE FROM ${nextSchema}.rebuild_progress;
      RETURN NULL;
    END $$`)
  await trx.rawQuery(`INSERT INTO ${nextSchema}.rebuild_progress (foreign_keys) VALUES (?::jsonb)`, [
    JSON.stringify(foreignKeys),
  ])
  for (const table of new Set(copies.map(({ from }) => from)))
    await trx.rawQuery(
      `CREATE TRIGGER rebuild_discard AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${home}.${table}
       EXECUTE FUNCTION ${nextSchema}.rebuild_discard()`
    )
}

/** Partitions have triggers of their own. */
const setTriggers = async (trx: TransactionClientContract, mode: 'ENABLE' | 'DISABLE') => {
  for (const { kind, identity } of await objectsOf(trx, nextSchema))
    if (kind === 'TABLE') await trx.rawQuery(`ALTER TABLE ${identity} ${mode} TRIGGER USER`)
}

const copyUsers = async (options: Rebuild, copies: readonly Copy[], from: string | null) => {
  const { client, home, report } = options
  const { rows } = await client.rawQuery<{ rows: { count: number }[] }>(`SELECT count(*)::int FROM ${home}.users`)
  const { count } = rows[0]!
  const size = options.usersPerBatch ?? Math.max(usersPerBatchMin, Math.ceil(count / batchesMax))
  const after = (id: string | null) => (id === null ? '' : `WHERE id > '${id}'`)
  let last = from
  let copied = 0
  let done = false
  while (!done)
    await client.transaction(async (trx) => {
      const { rows: ends } = await trx.rawQuery<{ rows: { id: string; copied: number }[] }>(
        `SELECT id FROM ${home}.users ${after(last)} ORDER BY id OFFSET ${size - 1} LIMIT 1`
      )
      // Without an end, this is the last batch. It includes the rows of deleted accounts with later ids.
      const end = ends[0]?.id ?? null
      for (const copy of copies) {
        if (copy.user === null) continue
        const range = [
          ...(last === null ? [] : [`${copy.user} > '${last}'`]),
          ...(end === null ? [] : [`${copy.user} <= '${end}'`]),
        ]
        await trx.rawQuery(copyRows(copy, home, range))
      }
      await record(trx, end === null ? 'has_users = true' : `last_user = '${end}'`)
      last = end
      done = end === null
      copied += size
      await report(`copied ${Math.min(copied, count)} of ${count} users`, 'batch')
    })
}

/** Counts rows, restores foreign keys, triggers and sequences, and checks the ledger. */
const prove = async (options: Rebuild, copies: readonly Copy[], foreignKeys: readonly ForeignKey[]) => {
  const { client, home, report, check } = options
  await report('checking the copy', 'table')
  await client.transaction(async (trx) => {
    for (const copy of copies) {
      const { rows } = await trx.rawQuery<{ rows: { copied: string; source: string }[] }>(
        `SELECT (SELECT count(*) FROM ${copy.table}) AS copied, (${countSource(copy, home)}) AS source`
      )
      const { copied, source } = rows[0]!
      if (copied !== source)
        throw new MigrationRefused(
          `The copy of ${copy.table} has ${copied} rows instead of ${source}. The database is unchanged. Report this, please.`
        )
    }
    for (const { table, name, definition } of foreignKeys)
      await trx.rawQuery(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    await setTriggers(trx, 'ENABLE')
    await continueSequences(trx, home, copies)
    await trx.rawQuery(`ANALYZE ${copies.map(({ table }) => table).join(', ')}`)
    const problems = await check.problems(trx)
    if (problems.length > 0)
      throw new MigrationRefused(
        `The ledger does not balance: ${problems.slice(0, 10).join('; ')}. The database is unchanged. ` +
          'Run verify-ledger with the earlier release.'
      )
    await record(trx, 'is_proved = true')
    await report('the copy is complete', 'proved')
  })
}

const continueSequences = async (trx: TransactionClientContract, home: string, copies: readonly Copy[]) => {
  for (const { table, from, columns } of copies)
    for (const { name } of columns) {
      const { rows } = await trx.rawQuery<{ rows: { next: string | null; earlier: string | null }[] }>(
        `SELECT pg_get_serial_sequence('${nextSchema}.${table}', '${name}') AS next, pg_get_serial_sequence('${home}.${from}', a.attname) AS earlier
         FROM (SELECT 1) one LEFT JOIN pg_attribute a ON a.attrelid = '${home}.${from}'::regclass AND a.attname = '${name}'`
      )
      const { next, earlier } = rows[0]!
      if (next === null) continue
      await trx.rawQuery(
        earlier === null
          ? `SELECT setval('${next}', max(${name})) FROM ${table}`
          : `SELECT setval('${next}', last_value, is_called) FROM ${earlier}`
      )
    }
}
