import { column, PrivateRow } from '#modules/kernel/tables'

export class ShareAccountRow extends PrivateRow {
  static override table = 'share_accounts'

  /** In hundredths of a ruby. */
  @column() declare accrued: string
  @column() declare posted: string
  @column() declare postedHour: Date
}
