import { defineConfig } from '@adonisjs/lucid'
import { splitHosts } from '#modules/kernel/database_hosts'
import { replicaConnection } from '#modules/kernel/replicas'
import type { Addresses } from '#modules/kernel/sql'
import env from './env.ts'
import { primaries } from './primaries.ts'
import { share } from './processes.ts'
import { timers } from './timers.ts'

/** Migrations run in this order, because a later module may refer to an earlier one's tables. */
const migratingModules = [
  'jobs',
  'mail',
  'accounts',
  'economy',
  'lore',
  'connections',
  'gallery',
  'chat/sessions',
  'chat/replies',
  'chat/files',
  'imagegen',
  'voice',
  'cards',
  'community',
  'notices',
  'costs',
  'admin',
  'moderation',
  'access',
]

/** Keeps values, which include user text and e-mail addresses, out of error messages. A Knex option that Lucid's types lack. */
const errorsWithoutValues = { compileSqlOnError: false }

const migrations = { naturalSort: true, paths: migratingModules.map((name) => `modules/${name}/migrations`) }

const ownerUrl = env.get('DATABASE_OWNER_URL')

/** Keep-alive detects a lost peer within 20 seconds, even on idle connections. The kernel sets query deadlines (`database_clients.ts`). */
const connectionTo = (address: string) => ({
  ...primaries.connectTo(address),
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 5_000,
  timers,
})

const url = env.get('DATABASE_URL')
const directUrl = env.get('DATABASE_DIRECT_URL')

const statementsUrl = env.get('DATABASE_STATEMENTS_URL')

/** Another option of Knex that Lucid's types lack. With a direct address, the others lead through a pooler. */
const withAddresses: { addresses: Addresses } = {
  addresses: {
    ...(statementsUrl !== undefined && { statements: connectionTo(statementsUrl) }),
    ...(directUrl !== undefined && { direct: connectionTo(directUrl) }),
  },
}

// The kernel's `statement()` uses a second pool of the same size.
const pool = { min: 0, max: Math.floor(share(env.get('DATABASE_POOL'), 2) / 2), acquireTimeoutMillis: 10_000 }

/** For reads that may be a few seconds old (modules/kernel/replicas.ts). */
const replicas = (splitHosts(env.get('DATABASE_READ_URL') ?? '') ?? []).map((address, index) => [
  replicaConnection(index + 1),
  { client: 'pg' as const, ...errorsWithoutValues, connection: connectionTo(address), pool },
])

export default defineConfig({
  connection: 'postgres',
  connections: {
    postgres: {
      client: 'pg',
      ...errorsWithoutValues,
      ...withAddresses,
      connection: connectionTo(url),
      pool,
      migrations,
      schemaGeneration: { enabled: false },
    },
    ...Object.fromEntries(replicas),
    // Only for migrations. Closed before the server accepts requests (modules/kernel/migrate.ts).
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
