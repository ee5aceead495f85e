import { defineConfig, stores } from '@adonisjs/limiter'

export default defineConfig({
  default: 'database',
  stores: { database: stores.database({ tableName: 'rate_limits', clearExpiredByTimeout: true }) },
})

declare module '@adonisjs/limiter/types' {
  export interface LimitersList {
    database: ReturnType<typeof stores.database>
  }
}
