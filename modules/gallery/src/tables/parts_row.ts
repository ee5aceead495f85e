import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { CharacterAsset, CreatorNotes, DepthNote } from '../domain/character_parts.ts'

export class PartsRow extends Row {
  static override table = 'character_parts'

  @column({ isPrimary: true }) declare characterId: string
  @column() declare alternateGreetings: string[]
  @column() declare groupGreetings: string[]
  @column() declare exampleDialogue: string
  @column() declare systemPrompt: string
  @column() declare postHistoryInstructions: string
  @jsonColumn() declare depthNote: DepthNote | null
  @jsonColumn() declare creatorNotes: CreatorNotes | null
  @column() declare creatorName: string
  @column() declare cardVersion: string
  @column() declare source: string[]
  @column() declare lorebookIds: string[]
  @jsonColumn() declare assets: CharacterAsset[]
}
