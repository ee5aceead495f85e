import { inject } from '@adonisjs/core'
import type { RubyShares } from '../../api.ts'
import { ShareSettings } from '../economy_settings.ts'
import { ShareAccountRow } from '../tables/share_account_row.ts'

/** Reads what a creator has earned. */
@inject()
export class SharesQuery {
  constructor(private readonly settings: ShareSettings) {}

  async run(userId: string): Promise<RubyShares> {
    const account = await ShareAccountRow.of(userId).first()
    const [accrued, posted] = [Number(account?.accrued ?? 0), Number(account?.posted ?? 0)]
    return { percent: this.settings.creatorSharePercent, earned: posted, remainderHundredths: accrued - 100 * posted }
  }
}
