import { defineConfig } from '@adonisjs/lucid'
import env from './env.ts'

/** Migrations run in the modules' order, because a lower one may refer to a higher one's tables. */
const migratingModules = ['accounts', 'economy', 'gallery', 'chat', 'imagegen', 'admin']

/** An error says the statement without its values, which are people's words and addresses. Knex knows this, Lucid's types don't. */
const errorsWithoutValues = { compileSqlOnError: false }

export default defineConfig({
  connection: 'postgres',
  connections: {
    postgres: {
      client: 'pg',
      ...errorsWithoutValues,
      connection: { connectionString: env.get('DATABASE_URL') },
      pool: { min: 0, max: env.get('DATABASE_POOL') },
      migrations: { naturalSort: true, paths: migratingModules.map((name) => `modules/${name}/migrations`) },
      schemaGeneration: { enabled: false },
    },
  },
})
