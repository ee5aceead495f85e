export { promptOf } from './build_prompt.ts'
export { fillMessage, type MacroScope, RecentMessages, scopeTexts, valuesOf } from './chat_macros.ts'
export { clipText, endsSentence } from './clip_text.ts'
export { compositionOf, estimateTokens, hundredthsOf } from './estimate_tokens.ts'
export { charNameOf, historyFor, othersOf } from './group_prompt.ts'
export {
  hiddenTextsOf,
  type Readable,
  readableBy,
  readableSheet,
  readsNothing,
  roundDownHidden,
  roundUpHidden,
} from './hidden_texts.ts'
export { historyColumns, historyOf, type HistoryRow, messagesReadMax } from './history_columns.ts'
export { inertMessage, inertName, inertText } from './inert_text.ts'
export type { PromptLore } from './lore_parts.ts'
export {
  type FindMessage,
  type FirstParts,
  hashOf,
  keepText,
  type PackedPrompt,
  packPrompt,
  unpackPrompt,
} from './packed_prompt.ts'
export { packText, unpackText } from './packed_text.ts'
export { choosePictures, picturesMaxOf, pictureTokens, type ShownPicture, withPictures } from './pictures.ts'
export { planReply, type PromptTexts, textsOf } from './plan_reply.ts'
export type { OtherCharacter, PromptInput, PromptMacros, PromptMessage } from './prompt_input.ts'
export { macrosOf } from './prompt_macros.ts'
export type { AnswerNames, PromptPlan } from './prompt_plan.ts'
export { recordPrompt, viewPrompt, type WriteConversation } from './prompt_record.ts'
export { markTexts, suggestionCount } from './prompt_texts.ts'
export {
  outputTokensOf,
  personaColumn,
  personaOf,
  type ReplySetup,
  scenarioColumn,
  setupColumn,
  setupOf,
  type SetupRow,
  withChatTexts,
} from './reply_setup.ts'
export { historyCharactersOf, type Tier } from './tier.ts'
export { Tiers } from './tiers.ts'
export { TokenRatios } from './token_ratios.ts'
