import { column, PrivateRow } from '#modules/kernel/tables'

export class PromptTextRow extends PrivateRow {
  static override table = 'prompt_texts'

  @column() declare chatSessionId: string
  @column() declare hash: Buffer
  @column() declare text: string | null
  @column() declare packed: Buffer | null
  @column() declare messageId: string | null
  @column() declare usedOn: Date
}
