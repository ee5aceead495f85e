import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { CharacterAsset, DepthNote } from '../domain/character_parts.ts'

export class CharacterVersionRow extends Row {
  static override table = 'character_versions'

  @column() declare characterId: string
  @column() declare number: number
  @column() declare replacedAt: Date
  @column() declare bytes: number
  @column() declare name: string
  @column() declare nickname: string
  @column() declare description: string
  @column() declare personality: string
  @column() declare backstory: string
  @column() declare scenario: string
  @column() declare firstMessage: string
  @column() declare greeting: string
  @column() declare exampleDialogue: string
  @column() declare systemPrompt: string
  @column() declare postHistoryInstructions: string
  @column() declare alternateGreetings: string[]
  @column() declare groupGreetings: string[]
  @jsonColumn() declare depthNote: DepthNote | null
  @jsonColumn() declare expressions: CharacterAsset[] | null
}
