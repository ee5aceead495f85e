import type { Persona } from '#modules/accounts/index'
import type { CharacterSheet } from '#modules/gallery/index'
import type { Said } from '../prompt/build_prompt.ts'
import { FittingRequest } from './fitting_request.ts'
import type { LiveReply, ReplyIdentity } from './live_reply.ts'
import type { ReplyContext } from './reply_context.ts'
import { runReply } from './run_reply.ts'
import type { Tier } from './tier.ts'

export interface StartInput {
  identity: ReplyIdentity
  sheet: CharacterSheet
  persona: Persona
  pins: readonly string[]
  history: readonly Said[]
  tier: Tier
  /** Of a continuation: what it goes on with, which is also the last of the history. */
  continues?: string
}

const titles = { reply: 'Reply from', reroll: 'Another reply from', continue: 'More of a reply from' } as const

/** Starts generation, detached from the request. The reply must have begun in the database. */
export const startReply = (context: ReplyContext, input: StartInput): LiveReply => {
  const { identity, sheet, persona, pins, history, tier, continues } = input
  const live = context.hub.open(identity)
  context.events.tellReply(identity, 'running')
  const request = new FittingRequest({
    tier,
    texts: { sheet, persona, pins, history, isContinued: continues !== undefined },
    ratios: context.ratios,
    onShortened: (asked) =>
      context.logger.info({ replyId: identity.id, tier: tier.id, ...asked }, 'asked again with a shorter prompt'),
  })
  void runReply(context, {
    live,
    tier: tier.id,
    request,
    characterId: identity.characterId,
    description: `${titles[identity.kind]} ${sheet.name} (${tier.name})`,
    continues,
  })
  return live
}
