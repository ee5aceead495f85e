import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { ReplyWatch } from '#modules/chat/index'
import { pingPools } from '#modules/kernel/sql'
import { Drain } from './drain.ts'

/** The timeout of a ping. Added to the time until a lease is overdue, it lets failures show within ten seconds. */
const answerWithinMs = 2_000

@inject()
export class Readiness {
  constructor(
    private readonly db: Database,
    private readonly replies: ReplyWatch,
    private readonly drain: Drain,
    private readonly logger: Logger
  ) {}

  /** Returns `ok` if the database answers on every pool and accepts writes, and the process isn't shutting down. */
  async check(): Promise<'ok' | 'draining' | 'database_unreachable' | 'lease_overdue'> {
    if (this.drain.started) return 'draining'
    try {
      await pingPools(this.db.connection(), answerWithinMs)
    } catch (error) {
      this.logger.warn({ err: error }, 'database does not answer')
      return 'database_unreachable'
    }
    // A database with a full disk still answers reads.
    return this.replies.isLeaseOverdue() ? 'lease_overdue' : 'ok'
  }
}
