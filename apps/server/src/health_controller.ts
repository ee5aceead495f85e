import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { ReplyWatch } from '#modules/chat/index'
import { pingPools } from '#modules/kernel/sql'
import { Drain } from './drain.ts'

/** With the time until a lease is overdue, a failure shows within ten seconds. */
const answerWithinMs = 2_000

@inject()
export default class HealthController {
  constructor(
    private readonly db: Database,
    private readonly replies: ReplyWatch,
    private readonly drain: Drain
  ) {}

  live({ response }: HttpContext) {
    return response.header('Cache-Control', 'no-store').json({ status: 'ok' })
  }

  /** Ready when the database answers on every pool and accepts writes, and the process isn't shutting down. */
  async ready({ response, logger }: HttpContext) {
    response.header('Cache-Control', 'no-store')
    if (this.drain.started) return response.status(503).json({ status: 'draining' })
    try {
      await pingPools(this.db.connection(), answerWithinMs)
    } catch (error) {
      logger.warn({ err: error }, 'database does not answer')
      return response.status(503).json({ status: 'database_unreachable' })
    }
    // A database with a full disk still answers reads.
    if (this.replies.isLeaseOverdue()) return response.status(503).json({ status: 'lease_overdue' })
    return response.json({ status: 'ok' })
  }
}
