import { defineConfig } from '@adonisjs/lucid'
import env from './env.ts'

/** Migrations run in the modules' order, because a lower one may refer to a higher one's tables. */
export const migratingModules = ['accounts', 'economy', 'gallery', 'chat', 'imagegen', 'admin']

export default defineConfig({
  connection: 'postgres',
  connections: {
    postgres: {
      client: 'pg',
      // An error says the statement without its values: those are people's words and addresses.
      ...{ compileSqlOnError: false },
      connection: { connectionString: env.get('DATABASE_URL') },
      pool: { min: 0, max: env.get('DATABASE_POOL') },
      migrations: { naturalSort: true, paths: migratingModules.map((name) => `modules/${name}/migrations`) },
      schemaGeneration: { enabled: false },
    },
  },
})
