import { column, PrivateRow } from '#modules/kernel/tables'
import type { TransactionType } from '../../api.ts'

export class ShareAccrualRow extends PrivateRow {
  static override table = 'share_accruals'

  @column({ isPrimary: true }) declare holdId: string
  @column() declare creatorId: string
  @column() declare origin: TransactionType
  /** The bought rubies of the charge. */
  @column() declare bought: string
  /** How many of them were taken back with a payment. */
  @column() declare returned: string
  /** In hundredths of a ruby, for all of `bought`. */
  @column() declare share: string
  /** In hundredths of a ruby. */
  @column() declare collected: string
  @column() declare isDue: boolean
  /** `linked`: payer and creator seem to be one person. `expired`: the creator's account was disabled or deleted. */
  @column() declare outcome: 'counted' | 'linked' | 'expired' | null
  @column() declare createdAt: Date
}
