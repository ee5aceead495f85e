import { defineConfig } from '@adonisjs/lucid'
import type { Client } from 'pg'
import env from './env.ts'

/** Migrations run in the modules' order, because a lower one may refer to a higher one's tables. */
const migratingModules = ['accounts', 'economy', 'gallery', 'chat', 'imagegen', 'admin']

/** An error says the statement without its values, which are people's words and addresses. Knex knows this, Lucid's types don't. */
const errorsWithoutValues = { compileSqlOnError: false }

const migrations = { naturalSort: true, paths: migratingModules.map((name) => `modules/${name}/migrations`) }

const ownerUrl = env.get('DATABASE_OWNER_URL')

/**
 * A peer that vanished is noticed within 20 seconds, also by idle connections. The deadline of queries is the kernel's
 * (`query_deadline.ts`).
 */
const connectionTo = (connectionString: string) => ({
  connectionString,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 5_000,
})

/** The database ends a transaction whose process vanished, so that its locks don't outlive it for long. */
const endForsakenTransactions = (opened: Pick<Client, 'query'>, done: (error: Error | null) => void) =>
  opened.query(`set idle_in_transaction_session_timeout = '10s'`, (error) => done(error))

export default defineConfig({
  connection: 'postgres',
  connections: {
    postgres: {
      client: 'pg',
      ...errorsWithoutValues,
      connection: connectionTo(env.get('DATABASE_URL')),
      pool: {
        min: 0,
        // The kernel's `statement()` has a pool of the same size.
        max: Math.floor(env.get('DATABASE_POOL') / 2),
        acquireTimeoutMillis: 10_000,
        afterCreate: endForsakenTransactions,
      },
      migrations,
      schemaGeneration: { enabled: false },
    },
    // Migrates, and is closed before the server takes requests (modules/kernel/migrate.ts).
    ...(ownerUrl !== undefined && {
      owner: {
        client: 'pg' as const,
        ...errorsWithoutValues,
        connection: connectionTo(ownerUrl),
        pool: { min: 0, max: 2 },
        migrations,
        schemaGeneration: { enabled: false },
      },
    }),
  },
})
