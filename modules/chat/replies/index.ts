export { Allowance, AllowanceLimits } from './allowance.ts'
export { ContextPace } from './begin/context_pace.ts'
export type { BeginOutcome, GivenMessage, ReplyRequest } from './begin/reply_request.ts'
export { stopAllReplies } from './begin/stop_all_replies.ts'
export { StreamLimit } from './begin/stream_limit.ts'
export { type StoredMember, hasGatedMember, readGroupMembers } from './chat/group_members.ts'
export { StoredTierModels } from './chat/tier_models.ts'
export {
  branchesOf,
  hasPicturesOf,
  ownSession,
  parentOf,
  pinDepthsOf,
  sessionColumns,
  type SessionRow,
  toSession,
} from './chat/session_row.ts'
export { AdoptTranscript } from './demo/adopt_transcript.ts'
export { AnswerVisitor } from './demo/answer_visitor.ts'
export { Demo, type DemoEnd } from './demo/demo.ts'
export { DemoCharacters } from './demo/demo_characters.ts'
export { DemoLimits, DemoSettings } from './demo/demo_limits.ts'
export { Transcripts } from './demo/transcripts.ts'
export { AskModeration, isNamedIn } from './help/ask_moderation.ts'
export { Help } from './help/help.ts'
export { HelpSettings } from './help/help_settings.ts'
export { AnswerExpressions, type ExpressionRefusal } from './expressions/answer_expressions.ts'
export { KeepPrompts } from './kept/keep_prompts.ts'
export { purgePrompts } from './kept/purge_prompts.ts'
export { LocalReplies } from './local_replies.ts'
export { ChatSummaries } from './memory/chat_summaries.ts'
export { copySummary, currentColumns, reviseSummary } from './memory/revise_summary.ts'
export { SummarySettings } from './memory/write_summary.ts'
export {
  type ChatRow,
  findGreetings,
  messagesOf,
  openingColumn,
  openSession,
  readGreetings,
  scriptCountOf,
  withoutFlush,
} from './opening/open_session.ts'
export { storeOpening } from './opening/store_opening.ts'
export { DescribePicture } from './pictures/describe_picture.ts'
export { DrawMoment } from './pictures/draw_moment.ts'
export { LocalMoments } from './pictures/local_moments.ts'
export { markPictures } from './pictures/mark_pictures.ts'
export { Moments } from './pictures/moments.ts'
export { ProposeMoment } from './pictures/propose_moment.ts'
export { ShownPictures } from './pictures/shown_pictures.ts'
export { ShortAnswers } from './short_answers.ts'
export {
  CreatedChats,
  FinishedReplies,
  ReaderActivity,
  ReplyStatistics,
  ReplyUsage,
  ReplyWatch,
  TierModels,
} from './ports.ts'
export { type ChatKey, type ChatTarget, Replies } from './replies.ts'
export { ChatLore } from './run/chat_lore.ts'
export {
  alternatesOf,
  forgetLabel,
  fromJson,
  messageColumns,
  type MessageJson,
  type MessageRow,
  readMessage,
  toMessage,
  writerColumns,
  writerColumnsOf,
} from './run/message_row.ts'
export { Notices } from './run/notices.ts'
export { ReaderActivityQuery } from './run/reader_activity_query.ts'
export { ReplyContext, ReplyFolders, ReplyTimings } from './run/reply_context.ts'
export { ReplyHub } from './run/reply_hub.ts'
export { describeReplyError } from './run/reply_errors.ts'
export type { EndedReply, ReplyListener, ReplyStart } from './run/reply_listener.ts'
export { LocalFinishedReplies } from './run/local_finished_replies.ts'
export { ReplyMetrics } from './run/reply_metrics.ts'
export { ReplyStatisticsQuery } from './run/reply_statistics_query.ts'
export { ReplyUsageQuery } from './run/reply_usage_query.ts'
export { PromptScripts } from './scripts/prompt_scripts.ts'
export { SuggestionSettings } from './suggestion_settings.ts'
export { stopChannel } from './run/reply_topics.ts'
export { movesRubies } from './run/reply_user_events.ts'
