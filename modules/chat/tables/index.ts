import { AllowanceRow } from './allowance_row.ts'
import { AlternateRow } from './alternate_row.ts'
import { ChatBranchRow } from './chat_branch_row.ts'
import { ChatGroupRow } from './chat_group_row.ts'
import { ChatImportRow } from './chat_import_row.ts'
import { ChatMessageRow } from './chat_message_row.ts'
import { ChatSessionRow } from './chat_session_row.ts'
import { ChatSettingsRow } from './chat_settings_row.ts'
import { DraftRow } from './draft_row.ts'
import { FactRow } from './fact_row.ts'
import { GroupMemberRow } from './group_member_row.ts'
import { ImportLineRow } from './import_line_row.ts'
import { KeptPromptRow } from './kept_prompt_row.ts'
import { PromptTextRow } from './prompt_text_row.ts'
import { ReplyPartRow } from './reply_part_row.ts'
import { ReplyRow } from './reply_row.ts'
import { RewriteKeyRow } from './rewrite_key_row.ts'
import { SummaryRow } from './summary_row.ts'
import { TalkRow } from './talk_row.ts'

export {
  AllowanceRow,
  AlternateRow,
  ChatBranchRow,
  ChatGroupRow,
  ChatImportRow,
  ChatMessageRow,
  ChatSessionRow,
  ChatSettingsRow,
  DraftRow,
  FactRow,
  GroupMemberRow,
  ImportLineRow,
  KeptPromptRow,
  PromptTextRow,
  ReplyPartRow,
  ReplyRow,
  RewriteKeyRow,
  SummaryRow,
  TalkRow,
}

/** The owners of rows besides their user: a table, and the column with the id of its row. */
export const owners = {
  session: { table: ChatSessionRow.table, column: 'chat_session_id' },
  message: { table: ChatMessageRow.table, column: 'message_id' },
  reply: { table: ReplyRow.table, column: 'reply_id' },
} as const
export type Owner = keyof typeof owners

export interface PrivateTable {
  row: { table: string }
  /** The rows are deleted with these. */
  of: readonly Owner[]
  /** Foreign keys delete the rows, too. */
  cascades?: true
  /** The rows outlive the texts of their chat, for statistics and receipts. */
  isReceipt?: true
}

/**
 * All private tables of chat, in the order in which the rows of an account are deleted. Deletion, purging and the count of orphans derive from
 * them. Messages come before what is written after them.
 */
export const privateTables: readonly PrivateTable[] = [
  { row: TalkRow, of: [] },
  { row: AllowanceRow, of: [] },
  { row: ImportLineRow, of: ['session'], cascades: true },
  { row: ChatImportRow, of: ['session'], cascades: true },
  { row: ChatSettingsRow, of: ['session'], cascades: true },
  { row: ChatBranchRow, of: ['session'], cascades: true },
  { row: SummaryRow, of: ['session'], cascades: true },
  { row: FactRow, of: ['session'], cascades: true },
  { row: GroupMemberRow, of: ['session'], cascades: true },
  { row: ChatGroupRow, of: ['session'], cascades: true },
  { row: ChatMessageRow, of: ['session'] },
  { row: AlternateRow, of: ['message'] },
  { row: KeptPromptRow, of: ['message', 'reply'] },
  { row: PromptTextRow, of: ['session', 'message'] },
  { row: DraftRow, of: ['session'] },
  { row: RewriteKeyRow, of: ['reply'] },
  { row: ReplyPartRow, of: ['reply'] },
  { row: ReplyRow, of: ['session'], isReceipt: true },
  { row: ChatSessionRow, of: [], isReceipt: true },
]
