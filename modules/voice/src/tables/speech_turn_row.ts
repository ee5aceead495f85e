import { column, PrivateRow } from '#modules/kernel/tables'

export class SpeechTurnRow extends PrivateRow {
  static override table = 'speech_turns'

  @column({ isPrimary: true }) declare id: string
  @column() declare expiresAt: Date
}
