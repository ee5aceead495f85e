import type { Persona } from '#modules/accounts/index'
import type { CharacterSheet } from '#modules/gallery/index'
import { chatUserEvent, isLine } from '../api.ts'
import { forgetLabel } from './message_row.ts'
import {
  outputTokensOf,
  type PromptInput,
  type PromptMessage,
  readableBy,
  type ReplySetup,
  textsOf,
  type Tier,
  withChatTexts,
} from '../../prompts/index.ts'
import { noLore, type ChosenLore } from './chat_lore.ts'
import type { LiveReply, ReplyIdentity } from './live_reply.ts'
import type { ReplyContext } from './reply_context.ts'
import { mayReadThinking } from './may_read_thinking.ts'
import { replyUserEvent } from './reply_user_events.ts'
import { runReply } from './run_reply.ts'
import { samplingFor } from './sampling_for.ts'
import { suggestionTokensOf } from './read_suggestions.ts'
import { ShrinkingRequest, type StreamModel } from './shrinking_request.ts'

export interface StartInput extends Pick<PromptInput, 'others' | 'nudge'> {
  identity: ReplyIdentity
  sheet: CharacterSheet
  /** The other characters of a group chat. */
  others?: PromptInput['others']
  persona: Persona
  pins: readonly string[]
  /** The user's lorebooks of this chat. */
  chatBooks: readonly string[]
  /** The user's lorebooks that are always on. */
  alwaysOn: readonly string[]
  setup: ReplySetup
  history: readonly PromptMessage[]
  tier: Tier
  /** The text to continue, which is also the last message of the history. */
  continues?: string
  /** The answer to continue isn't cut. */
  isWhole?: boolean
  /** The id of the answer to continue. */
  answerId?: string
  /** The number of answers that the message already has. */
  variant?: number
  /** The user's time zone. */
  timeZone: string
  /** Whether the last message of the user needs help. */
  isCareful: boolean
}

const titles = {
  reply: 'Reply from',
  reroll: 'Another reply from',
  continue: 'More of a reply from',
  impersonate: 'A line to',
  suggest: 'Suggested replies to',
} as const

/** Starts generation, detached from the request. The reply must have begun in the database. */
export const startReply = (context: ReplyContext, input: StartInput): LiveReply => {
  const { identity, persona, pins, chatBooks, alwaysOn, setup, history, tier, continues, timeZone } = input
  const { others, nudge, isCareful, isWhole = false, variant = 0 } = input
  const isContinued = continues !== undefined
  const [isForUser, suggests] = [isLine(identity.kind), identity.kind === 'suggest']
  const { sheet, readable } = withChatTexts(
    { sheet: input.sheet, readable: readableBy(identity.userId, input.sheet) },
    setup
  )
  // A model that reasons can't continue its message directly, and most models end a whole one at once.
  const isPrefilled = isContinued && !isWhole && !tier.reasoning && tier.provider.prefills?.(tier.model) === true
  const macros = {
    // Each answer of a message has its own seed for dice.
    seed: variant === 0 ? identity.messageId : `${identity.messageId} ${variant}`,
    chatId: identity.chatSessionId,
    at: context.timers.now(),
    timeZone,
    model: tier.name,
  }
  const offersHelp = isCareful && identity.userMessage !== null
  if (offersHelp) context.help.count(identity.userId)
  const live = context.hub.open(offersHelp ? { ...identity, offersHelp } : identity)
  context.events.publish(identity.userId, replyUserEvent(identity, 'running'))
  const newestId = history.at(-1)?.id
  if (identity.kind === 'reply' && newestId && !identity.isHidden)
    void context.notices.remind({
      userId: identity.userId,
      sessionId: identity.chatSessionId,
      messageId: newestId,
      timeZone,
      at: macros.at,
    })
  // A line for the user has no message for which its prompt could be shown.
  const prompt =
    isForUser || identity.isHidden
      ? undefined
      : context.prompts?.forReply({
          userId: identity.userId,
          replyId: identity.id,
          sessionId: identity.chatSessionId,
          messageId: identity.messageId,
          answerId: input.answerId ?? (identity.kind === 'reroll' ? identity.id : identity.messageId),
          tier: tier.id,
        })
  const freely: StreamModel = (provider, request, signal, onModel) =>
    context.allowance.stream('suggestions', { userId: identity.userId, provider, request, signal, onModel })
  let failedScripts: readonly string[] = []
  const requestWith = (history: StartInput['history'], { used: lore, views, dropped, hiddenLoreTokens }: ChosenLore) =>
    new ShrinkingRequest({
      onBegun: prompt && ((sent) => prompt.sent({ ...sent, lore: views, failedScripts })),
      tier,
      texts: textsOf({
        sheet,
        readable,
        persona,
        pins,
        lore,
        hiddenLoreTokens,
        dropped,
        others,
        nudge,
        isCareful,
        setup,
        history,
        isContinued,
        isWhole,
        isPrefilled,
        isImpersonated: isForUser,
        suggests,
        macros,
      }),
      outputTokensMax: suggests ? suggestionTokensOf(tier) : outputTokensOf(tier, setup),
      sampling: samplingFor(variant, tier.sampling, setup.sampling),
      variant,
      ratios: context.ratios,
      ...(suggests && context.suggestions === 'free' && { stream: freely }),
      onShortened: (tokens) =>
        context.logger.info({ replyId: identity.id, tier: tier.id, ...tokens }, 'retrying with a shorter prompt'),
    })
  const loreInput = (history: StartInput['history']) => ({
    userId: identity.userId,
    sessionId: identity.chatSessionId,
    messageId: identity.kind === 'reroll' ? identity.messageId : null,
    sheet,
    readable,
    persona,
    chatBooks,
    alwaysOn,
    history,
    tier,
    macros,
  })
  const withLore = (said: StartInput['history']) => {
    const chosen = loreInput(said)
    const lore = context.lore.has(chosen) ? context.lore.forReply(chosen) : noLore
    if (setup.hasPictures)
      return Promise.all([lore, context.pictures.addTo(identity.userId, said, tier, { withFiles: true })]).then(
        ([lore, seen]) => requestWith(seen, lore)
      )
    return lore instanceof Promise ? lore.then((lore) => requestWith(said, lore)) : requestWith(said, lore)
  }
  const scripted = { userId: identity.userId, sheet, userName: persona.name, setup, history, isContinued }
  if (isContinued) void live.finished.then(() => forgetContinuedLabel(context, identity))
  void runReply(context, {
    live,
    tier,
    request: context.scripts.has(scripted)
      ? context.scripts.apply(scripted).then(({ history, failed }) => {
          failedScripts = failed
          return withLore(history)
        })
      : withLore(history),
    sharesThinking: mayReadThinking(sheet, identity.userId, others),
    characterId: identity.characterId,
    description: `${titles[identity.kind]} ${sheet.name} (${tier.name})`,
    share: context.shares.of(sheet, identity.userId),
    continues,
    isWhole,
    isPrefilled,
    endsWhole: setup.endsWhole,
    suggests,
    prompt,
  }).then((request) => {
    const before = request?.leftOutBefore ?? null
    if (before === null || before <= (setup.summary?.position ?? -1) + 1) return
    const names = { char: sheet.nickname || sheet.name, user: persona.name }
    const chat = { userId: identity.userId, sessionId: identity.chatSessionId }
    return context.summaries.afterReply(chat, { tier: tier.id, before, ...names, timeZone })
  })
  return live
}

/** The label belongs to the text before its continuation. Never rejects: an old label does little harm. */
const forgetContinuedLabel = async (
  { db, events, logger }: ReplyContext,
  { userId, chatSessionId, messageId }: StartInput['identity']
): Promise<void> => {
  try {
    if (await forgetLabel(db, userId, messageId))
      events.publish(userId, chatUserEvent(chatSessionId, 'expression_changed', messageId))
  } catch (error) {
    logger.warn({ err: error, chatId: chatSessionId }, 'the label of a continued answer could not be removed')
  }
}
