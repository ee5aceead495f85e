import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { MigrationRefused, runPending, type OwnerContext } from '../as_owner.ts'
import { rebuild, RebuildCheck, type Progress } from '../rebuild/rebuild.ts'
import { exceptions } from './exceptions.ts'

/** Every earlier database has this migration, and no later one does. */
const earlierMigration = 'modules/chat/migrations/4010_create_chats'

export interface ConvertOptions extends Progress {
  /** Whether there is a backup of the database. The launcher makes one of the embedded database. */
  hasBackup?: boolean
}

/** Converts a database from before 0.1.0. The caller commits. */
export const convert = async (context: OwnerContext, options: ConvertOptions): Promise<void> => {
  const { app, client } = context
  if (!(options.hasBackup ?? app.config.get<boolean>('upgrades.hasBackup')))
    throw new MigrationRefused(
      'This release converts the database, once. Stop all Facet processes, make a backup, then run: ' +
        'npm run cli -- migrate --i-have-a-backup'
    )
  const frozen = await readFrozen()
  await runMissing(client, frozen)
  const names = earlierNames(frozen)
  await rebuild(context, {
    ...options,
    exceptions,
    replaced: () => names,
    create: (connectionName) => runPending(context, connectionName),
    check: await app.container.make(RebuildCheck),
  })
}

export interface FrozenMigration {
  name: string
  statements: string[]
}

/** Reads the earlier migrations, in the order in which they ran. */
export const readFrozen = async (): Promise<FrozenMigration[]> =>
  JSON.parse(await readFile(join(import.meta.dirname, 'frozen.json'), 'utf8'))

/** Whether the database is from before 0.1.0. */
export const needsConversion = async (client: QueryClientContract | TransactionClientContract): Promise<boolean> => {
  const { rows: found } = await client.rawQuery(`SELECT to_regclass('adonis_schema') AS name`)
  if (found[0].name === null) return false
  const { rows } = await client.rawQuery(`SELECT FROM adonis_schema WHERE name = ?`, [earlierMigration])
  return rows.length > 0
}

/** Runs the earlier migrations that the database lacks. */
export const runMissing = async (client: QueryClientContract, frozen: readonly FrozenMigration[]): Promise<void> => {
  const { rows } = await client.rawQuery<{ rows: { name: string }[] }>('SELECT name FROM adonis_schema')
  const existing = new Set(rows.map(({ name }) => name))
  for (const { name, statements } of frozen) {
    if (existing.has(name)) continue
    await client.transaction(async (trx) => {
      for (const statement of statements) await trx.rawQuery(statement)
      await trx.rawQuery(
        'INSERT INTO adonis_schema (name, batch) SELECT ?, coalesce(max(batch), 0) + 1 FROM adonis_schema',
        [name]
      )
    })
  }
}

const creates =
  /\bcreate\s+(?:or\s+replace\s+)?(?:table|domain|type|function|statistics)\s+(?:if\s+not\s+exists\s+)?(\w+)/gi

/** Returns the names of the tables, types, functions and statistics that the earlier migrations created. */
export const earlierNames = (frozen: readonly FrozenMigration[]): Set<string> =>
  new Set(
    frozen.flatMap(({ statements }) =>
      statements.flatMap((text) => [...text.matchAll(creates)].map(([, name]) => name!))
    )
  )
