import type { Persona } from '#modules/accounts/index'
import type { CharacterSheet } from '#modules/gallery/index'
import type { PromptMessage } from '../prompt/build_prompt.ts'
import type { PromptLore } from '../prompt/lore_parts.ts'
import type { Tier } from '../prompt/tier.ts'
import type { LiveReply, ReplyIdentity } from './live_reply.ts'
import type { ReplyContext } from './reply_context.ts'
import { replyUserEvent } from './reply_user_events.ts'
import { runReply } from './run_reply.ts'
import { ShrinkingRequest } from './shrinking_request.ts'

export interface StartInput {
  identity: ReplyIdentity
  sheet: CharacterSheet
  persona: Persona
  pins: readonly string[]
  /** The user's lorebooks of this chat. */
  chatBooks: readonly string[]
  /** The user's lorebooks that are always on. */
  alwaysOn: readonly string[]
  history: readonly PromptMessage[]
  tier: Tier
  /** The text to continue, which is also the last message of the history. */
  continues?: string
  /** The number of answers that the message already has. */
  variant?: number
  /** The user's. */
  timeZone: string
}

const titles = { reply: 'Reply from', reroll: 'Another reply from', continue: 'More of a reply from' } as const

/** Starts generation, detached from the request. The reply must have begun in the database. */
export const startReply = (context: ReplyContext, input: StartInput): LiveReply => {
  const { identity, sheet, persona, pins, chatBooks, alwaysOn, history, tier, continues, variant = 0, timeZone } = input
  const macros = {
    // Each answer has dice of its own.
    seed: variant === 0 ? identity.messageId : `${identity.messageId} ${variant}`,
    chatId: identity.chatSessionId,
    at: Date.now(),
    timeZone,
    model: tier.name,
  }
  const live = context.hub.open(identity)
  context.events.publish(identity.userId, replyUserEvent(identity, 'running'))
  const requestWith = (lore: readonly PromptLore[]) =>
    new ShrinkingRequest({
      tier,
      texts: { sheet, persona, pins, lore, history, isContinued: continues !== undefined, macros },
      variant,
      ratios: context.ratios,
      onShortened: (tokens) =>
        context.logger.info({ replyId: identity.id, tier: tier.id, ...tokens }, 'retrying with a shorter prompt'),
    })
  const loreInput = {
    userId: identity.userId,
    sessionId: identity.chatSessionId,
    messageId: identity.kind === 'reroll' ? identity.messageId : null,
    sheet,
    persona,
    chatBooks,
    alwaysOn,
    history,
    tier,
    macros,
  }
  void runReply(context, {
    live,
    tier: tier.id,
    request: context.lore.has(loreInput) ? context.lore.forReply(loreInput).then(requestWith) : requestWith([]),
    characterId: identity.characterId,
    description: `${titles[identity.kind]} ${sheet.name} (${tier.name})`,
    continues,
  })
  return live
}
