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

/** All private tables of chat. Deletion, purging and the count of orphans derive from them. */
export const privateTables = [
  ChatSessionRow,
  ChatMessageRow,
  AlternateRow,
  ChatSettingsRow,
  ChatBranchRow,
  ChatGroupRow,
  GroupMemberRow,
  ReplyRow,
  ReplyPartRow,
  RewriteKeyRow,
  KeptPromptRow,
  PromptTextRow,
  DraftRow,
  SummaryRow,
  FactRow,
  AllowanceRow,
  TalkRow,
  ChatImportRow,
  ImportLineRow,
] as const
