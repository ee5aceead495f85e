import { column, PrivateRow } from '#modules/kernel/tables'

export class GroupMemberRow extends PrivateRow {
  static override table = 'chat_group_members'

  @column() declare chatSessionId: string
  @column() declare characterId: string
  @column() declare position: number
  @column() declare characterVersion: number | null
  @column() declare isMuted: boolean
  @column() declare talkativeness: number
  @column() declare removedAt: Date | null
}
