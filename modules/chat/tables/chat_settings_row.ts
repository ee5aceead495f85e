import { column, jsonColumn, PrivateRow } from '#modules/kernel/tables'

export class ChatSettingsRow extends PrivateRow {
  static override table = 'chat_settings'

  @column({ isPrimary: true }) declare chatSessionId: string
  @column() declare scenario: string | null
  @column() declare systemPrompt: string | null
  @jsonColumn() declare note: unknown
  @column() declare personaId: string | null
  @jsonColumn() declare length: unknown
  @jsonColumn() declare sampling: unknown
  @column() declare endsWhole: boolean
  @column() declare runsScripts: boolean
  @jsonColumn() declare pinDepths: unknown
  @column() declare summaryId: string | null
  @column() declare summaryText: string | null
  @column() declare summaryPosition: number | null
  @column() declare summaryUpTo: string | null
  @column() declare hasPictures: boolean
  @column() declare isSummaryOn: boolean
  @column() declare isSummaryFrozen: boolean
  @column() declare summaryJobId: string | null
  @jsonColumn() declare summaryRequest: unknown
}
