import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import pg from 'pg'
import { connect, createDatabase } from './databases.ts'
import { startServer } from './server.ts'

const partitions = 8

/** A plan of `auto_explain`, as far as it is read here. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Loops'?: number
  Plans?: PlanNode[]
}
interface LoggedPlan {
  'Query Text': string
  Plan: PlanNode
}

/** Reports the plan of each statement, and of each statement in a function, to the client that runs it. */
const reportPlans = async (databaseUrl: string) => {
  const client = await connect(databaseUrl)
  const name = new URL(databaseUrl).pathname.slice(1)
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  }
  await client.query(`LOAD 'auto_explain'`)
  for (const [key, value] of Object.entries(settings))
    await client.query(`ALTER DATABASE ${name} SET ${key} = '${value}'`)
  await client.end()
}

/** Calls `listener` with the plans that connections of this process report. */
const listenToPlans = (listener: (plan: LoggedPlan) => void) => {
  const { connect } = pg.Client.prototype
  pg.Client.prototype.connect = function (this: pg.Client, ...args: any[]) {
    this.on('notice', ({ message = '' }) => {
      const json = message.match(/^duration: .* plan:\n(.*)$/s)?.[1]
      if (json) listener(JSON.parse(json))
    })
    return connect.apply(this, args as never)
  } as typeof connect
  return () => void (pg.Client.prototype.connect = connect)
}

/** Returns the partitions that a plan has read, by their tables. Nodes that modify rows list partitions that they don't touch. */
const touched = (node: PlanNode, found = new Map<string, Set<string>>()): Map<string, Set<string>> => {
  const [, table, number] = node['Relation Name']?.match(/^([a-z_]+)_(\d+)$/) ?? []
  if (table && node['Node Type'] !== 'ModifyTable' && node['Actual Loops']! > 0)
    found.set(table, (found.get(table) ?? new Set()).add(number!))
  for (const child of node.Plans ?? []) touched(child, found)
  return found
}

/**
 * Opens a database whose private tables are partitioned by users. `run` runs an action of one user and throws if a statement has read more
 * than one partition of a table. Statements over all users may. `seen` has the tables that were read.
 */
export const openPartitioned = async (cleanup: (undo: () => Promise<void>) => void) => {
  const databaseUrl = await createDatabase()
  const server = await startServer({ databaseUrl, env: { TEST_PARTITIONS: String(partitions) } })
  await server.stop()
  await reportPlans(databaseUrl)
  const plans: LoggedPlan[] = []
  const stopListening = listenToPlans((plan) => plans.push(plan))
  cleanup(async () => stopListening())
  const lucid = await app.container.make('lucid.db')
  const { config } = lucid.manager.get(lucid.primaryConnectionName)!
  lucid.manager.add('test_partitions', { ...config, connection: { connectionString: databaseUrl } } as typeof config)
  const client = lucid.connection('test_partitions')
  cleanup(() => lucid.manager.close('test_partitions', true))
  const db = {
    connection: () => client,
    rawQuery: client.rawQuery.bind(client),
    transaction: client.transaction.bind(client),
  } as unknown as Database

  const seen = new Set<string>()
  const run = async <Result>(action: string, work: () => Promise<Result>): Promise<Result> => {
    const result = await work()
    const found: string[] = []
    for (const { 'Query Text': text, Plan: plan } of plans.splice(0)) {
      if (text.includes('-- all users')) continue
      for (const [table, parts] of touched(plan)) {
        seen.add(table)
        if (parts.size > 1) found.push(`${action}: ${parts.size} partitions of ${table}:\n${text}`)
      }
    }
    if (found.length > 0) throw new Error(found.join('\n\n'))
    return result
  }
  return { client, db, run, seen }
}
