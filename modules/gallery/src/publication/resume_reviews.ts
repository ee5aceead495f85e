import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Jobs } from '#modules/jobs/index'
import { newId } from '#modules/kernel/ids'
import { PublicationGate } from './publication_gate.ts'

/** A job gives up after some minutes without the provider. Its review is tried again at this interval. */
const restMinutes = 15
const resumedMax = 100

/** Queues waiting reviews again whose jobs have failed. Several processes may run it at once. */
@inject()
export class ResumeReviews {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly gate: PublicationGate
  ) {}

  run(): Promise<void> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: { id: string; userId: string; round: number; jobId: string }[] }>(
        `SELECT id, user_id AS "userId", round, job_id AS "jobId" FROM publication_reviews
         WHERE state = 'waiting' AND began_at < now() - make_interval(mins => ?::int)
         ORDER BY began_at LIMIT ?::int FOR UPDATE SKIP LOCKED`,
        [restMinutes, resumedMax]
      )
      const statuses = await this.jobs.statuses(
        rows.map(({ jobId }) => jobId),
        trx
      )
      for (const { id: reviewId, userId, round, jobId } of rows) {
        const status = statuses.get(jobId)
        const isUnderWay = status && status.finishedAt === null
        const id = isUnderWay ? jobId : newId()
        await trx.rawQuery('UPDATE publication_reviews SET job_id = ?::uuid, began_at = now() WHERE id = ?::uuid', [
          id,
          reviewId,
        ])
        if (!isUnderWay) await this.gate.enqueue({ id, userId, payload: { reviewId, round } }, trx)
      }
    })
  }
}
