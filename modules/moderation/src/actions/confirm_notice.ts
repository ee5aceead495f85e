import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { FileNotice } from '../notices/file_notice.ts'

/** Confirms the address of a notice, which enters the queue. Idempotent. */
@inject()
export class ConfirmNotice {
  constructor(
    private readonly db: Database,
    private readonly filing: FileNotice
  ) {}

  /** Returns false for an unknown notice. */
  async run(noticeId: string): Promise<boolean> {
    const { rows } = await this.db.rawQuery<{ rows: { location: string }[] }>(
      'SELECT location FROM public_notices WHERE id = ?::uuid',
      [noticeId]
    )
    if (!rows[0]) return false
    const place = await this.filing.placeOf(noticeId, rows[0].location)
    await this.db.transaction(async (trx) => {
      await trx.rawQuery('UPDATE public_notices SET confirmed_at = coalesce(confirmed_at, now()) WHERE id = ?::uuid', [
        noticeId,
      ])
      await this.filing.run(noticeId, place, trx)
    })
    return true
  }
}
