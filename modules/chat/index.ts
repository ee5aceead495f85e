/** The public interface of chat for other modules, config and the server's metrics. */

export type { Tier } from './prompts/tier.ts'
export { Tiers } from './prompts/tiers.ts'
export type { ImportChatInput, ImportFailure } from './files/transfer/import_chat.ts'
export type {
  ExportedChat,
  ExportedMessage,
  ImportedAnswer,
  ImportedHeader,
  ImportedMessage,
  ImportedSession,
  TransferredSettings,
} from './files/transfer/transferred_chat.ts'
export type { HelpLine } from './replies/api.ts'
export {
  type BeginOutcome,
  describeReplyError,
  type EndedReply,
  type GivenMessage,
  type HelpSettings,
  isNamedIn,
  Replies,
  type ReplyListener,
  type ReplyRequest,
  StreamLimit,
} from './replies/index.ts'
export { ChatFileFormats, ChatTransfer } from './files/ports.ts'
export {
  CreatedChats,
  ReaderActivity,
  FinishedReplies,
  type FinishedReply,
  ReplyStatistics,
  ReplyUsage,
  ReplyWatch,
  TierModels,
  type LeftChat,
  type ReplyEnd,
  type ReplyHour,
  type ReplyUse,
  type TalkedChat,
  type TierModel,
} from './replies/ports.ts'
export {
  AnswerQuotes,
  ChatRows,
  ChatSearch,
  type LeftRows,
  type QuotedMessage,
  Talkativeness,
  Talkers,
} from './sessions/ports.ts'

/** The SQL functions that other modules may call. */
export const sqlSurface = { functions: [] as const }
