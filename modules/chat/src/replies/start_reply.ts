import type { Persona } from '#modules/accounts/index'
import type { CharacterSheet } from '#modules/gallery/index'
import { buildPrompt, type Said } from '../prompt/build_prompt.ts'
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

/** Lets a reply that has begun in the database run, from now on by itself. */
export const startReply = (context: ReplyContext, input: StartInput): LiveReply => {
  const { identity, sheet, persona, pins, history, tier, continues } = input
  const live = context.hub.open(identity)
  context.events.tellReply(identity, 'running')
  const { contextTokens, outputTokensMax, temperature, stop, model, provider } = tier
  const isContinued = continues !== undefined
  const prompt = buildPrompt({ sheet, persona, pins, history, contextTokens, outputTokensMax, isContinued })
  void runReply(context, {
    live,
    tier: tier.id,
    provider,
    request: { model, ...prompt, contextTokens, outputTokensMax, temperature, stop },
    characterId: identity.characterId,
    description: `${titles[identity.kind]} ${sheet.name} (${tier.name})`,
    continues,
  })
  return live
}
