import { defineConfig } from '@adonisjs/lucid'
import env from './env.ts'

/** Migrations run in the modules' order, because a lower one may refer to a higher one's tables. */
const migratingModules = ['accounts', 'economy', 'gallery', 'chat', 'imagegen', 'admin']

/** An error says the statement without its values, which are people's words and addresses. Knex knows this, Lucid's types don't. */
const errorsWithoutValues = { compileSqlOnError: false }

const migrations = { naturalSort: true, paths: migratingModules.map((name) => `modules/${name}/migrations`) }

const ownerUrl = env.get('DATABASE_OWNER_URL')

export default defineConfig({
  connection: 'postgres',
  connections: {
    postgres: {
      client: 'pg',
      ...errorsWithoutValues,
      connection: { connectionString: env.get('DATABASE_URL') },
      pool: { min: 0, max: env.get('DATABASE_POOL') },
      migrations,
      schemaGeneration: { enabled: false },
    },
    // Migrates, and is closed before the server takes requests (modules/kernel/migrate.ts).
    ...(ownerUrl !== undefined && {
      owner: {
        client: 'pg' as const,
        ...errorsWithoutValues,
        connection: { connectionString: ownerUrl },
        pool: { min: 0, max: 2 },
        migrations,
        schemaGeneration: { enabled: false },
      },
    }),
  },
})
