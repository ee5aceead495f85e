import { column, PrivateRow } from '#modules/kernel/tables'

export class KeptSpeechRow extends PrivateRow {
  static override table = 'kept_speech'

  @column({ isPrimary: true }) declare hash: string
  /** Null until the file is written. */
  @column() declare bytes: number | null
  @column() declare usedAt: Date
}
