import { column, PrivateRow } from '#modules/kernel/tables'
import type { VoiceChoice } from '../../api.ts'

export class ReaderVoiceRow extends PrivateRow {
  static override table = 'reader_voices'

  @column({ isPrimary: true }) declare characterId: string
  @column() declare voice: VoiceChoice['voice']
  @column() declare narrator: VoiceChoice['narrator']
  @column() declare changedAt: Date
}
