import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { Drain } from './drain.ts'

@inject()
export default class HealthController {
  constructor(
    private db: Database,
    private drain: Drain
  ) {}

  /** The process answers. */
  live({ response }: HttpContext) {
    return response.header('Cache-Control', 'no-store').json({ status: 'ok' })
  }

  /** The process answers, its database too, and it is not about to stop. */
  async ready({ response, logger }: HttpContext) {
    response.header('Cache-Control', 'no-store')
    if (this.drain.started) return response.status(503).json({ status: 'draining' })
    try {
      await this.db.rawQuery('select 1')
      return response.json({ status: 'ok' })
    } catch (error) {
      logger.warn({ err: error }, 'the database does not answer')
      return response.status(503).json({ status: 'database_unreachable' })
    }
  }
}
