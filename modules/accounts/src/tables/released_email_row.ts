import { column, Row } from '#modules/kernel/tables'

export class ReleasedEmailRow extends Row {
  static override table = 'released_emails'

  @column({ isPrimary: true }) declare emailHash: Buffer
  @column() declare releasedAt: Date
}
