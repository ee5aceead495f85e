import { column, PrivateRow } from '#modules/kernel/tables'

export class IdempotencyKeyRow extends PrivateRow {
  static override table = 'idempotency_keys'

  /** SHA-256 in hex. */
  @column({ isPrimary: true }) declare keyHash: string
  @column() declare bodyHash: string
  @column() declare replyId: string | null
  @column() declare createdAt: Date
}
