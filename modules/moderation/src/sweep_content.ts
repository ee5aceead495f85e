import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { PublicContent } from '#modules/gallery/index'
import { Jobs, type JobRun } from '#modules/jobs/index'
import { newId } from '#modules/kernel/ids'
import { Timers } from '#plugins/contract/timers'
import type { ContentSweep } from '../api.ts'
import { ContentSweepRow } from './tables/content_sweep_row.ts'

export const sweepKind = 'moderation.sweep_content'

interface SweepPayload {
  judges: string
}

/** A job gives up after some minutes without the provider. Then another one goes on after this time. */
const restMs = 15 * 60_000

/**
 * Has what was public judged by providers that the operator chose later. One job asks about one thing at a time, so that new content doesn't
 * wait behind it. It goes on where it was after restarts and errors.
 */
@inject()
export class SweepContent {
  constructor(
    private readonly db: Database,
    private readonly content: PublicContent,
    private readonly accounts: Accounts,
    private readonly jobs: Jobs,
    private readonly timers: Timers
  ) {}

  /** Queues the job if there are providers that haven't judged everything. Several processes may run it at once. */
  async begin(): Promise<void> {
    const judges = await this.content.judges()
    if (judges === null) return
    await this.db.transaction(async (trx) => {
      await trx.rawQuery('INSERT INTO content_sweeps (judges) VALUES (?) ON CONFLICT DO NOTHING', [judges])
      const sweep = await ContentSweepRow.query({ client: trx })
        .where({ judges })
        .whereNull('ended_at')
        .forUpdate()
        .first()
      if (!sweep) return
      const status = sweep.jobId ? (await this.jobs.statuses([sweep.jobId], trx)).get(sweep.jobId) : undefined
      if (status && (status.finishedAt?.getTime() ?? Infinity) > this.timers.now() - restMs) return
      const ownerId = await this.accounts.builtInAccount(trx)
      const { id } = await this.jobs.enqueue({ id: newId(), kind: sweepKind, ownerId, payload: { judges } }, trx)
      await sweep.merge({ jobId: id }).save()
    })
  }

  async run({ payload: { judges }, signal, save }: JobRun<SweepPayload, Pick<ContentSweep, 'judged'>>): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const sweep = await ContentSweepRow.query().where({ judges }).whereNull('ended_at').first()
      // Ended, or the operator has chosen others since.
      if (!sweep || judges !== (await this.content.judges())) return
      const next = await this.content.next(sweep.position)
      if (!next) {
        await sweep.merge({ endedAt: new Date(this.timers.now()) }).save()
        return
      }
      const causes = await this.content.judge(next.subject, signal)
      await this.db.transaction(async (trx) => {
        const isHeld = causes.length > 0 && (await this.content.hold(next.subject, causes, trx))
        const judged = sweep.judged + 1
        sweep.useTransaction(trx).merge({ position: next.position, judged, held: sweep.held + Number(isHeld) })
        await sweep.save()
        await save({ judged }, trx)
      })
    }
  }

  /** Null while no providers need a job. */
  async show(): Promise<ContentSweep | null> {
    const judges = await this.content.judges()
    const sweep = judges === null ? null : await ContentSweepRow.find(judges)
    return sweep && { judged: sweep.judged, held: sweep.held, isDone: sweep.endedAt !== null }
  }
}
