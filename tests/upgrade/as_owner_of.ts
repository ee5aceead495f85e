import { Emitter } from '@adonisjs/core/events'
import { LoggerFactory } from '@adonisjs/core/factories/logger'
import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { asOwner, type OwnerContext } from '#modules/kernel/as_owner'

const app = {
  appRoot: new URL('../../', import.meta.url),
  inProduction: false,
  migrationsPath: () => '',
  relativePath: () => '',
} as unknown as ApplicationService

/** Works as the owner of a database, whose migrations are in the folder `migrations`. */
export const asOwnerOf = async <Value>(
  url: string,
  work: (context: OwnerContext) => Promise<Value>,
  migrations?: string
): Promise<Value> => {
  const config = {
    client: 'pg' as const,
    connection: { connectionString: url },
    ...(migrations && { migrations: { paths: [migrations] } }),
  }
  const lucid = new Database(
    { connection: 'home', connections: { home: config } },
    new LoggerFactory().create(),
    new Emitter(null as never)
  )
  try {
    return await asOwner(app, lucid, work)
  } finally {
    await lucid.manager.closeAll()
  }
}
