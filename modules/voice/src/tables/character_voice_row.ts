import { column, Row } from '#modules/kernel/tables'
import type { VoiceChoice } from '../../api.ts'

export class CharacterVoiceRow extends Row {
  static override table = 'character_voices'

  @column({ isPrimary: true }) declare characterId: string
  @column() declare ownerId: string
  @column() declare voice: VoiceChoice['voice']
  @column() declare narrator: VoiceChoice['narrator']
  @column() declare changedAt: Date
}
