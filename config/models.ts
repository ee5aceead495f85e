/** What each tier is: change the line, and that tier is something else. */
import type { Tier } from '#modules/chat/index'
import { examineModel } from '#plugins/contract/examine_model'
import { fallbackChain, type ChainLink, type GivenUp } from '#plugins/contract/fallback_chain'
import { tiers, type TierId } from './economy.ts'
import env from './env.ts'
import { chosenModel, fallbacks, refuseMissing } from './model_providers.ts'

interface TierSettings {
  /**
   * Asked in order until one begins to write. By default the model that the environment names and its fallbacks; a tier of its own is
   * `[use('anthropic', 'claude-…'), use('ollama', 'llama3.2')]`. What a model of an `openai-compatible` server takes can be said as a
   * third argument, `use('openai-compatible', 'o4-mini', { limit: 'max_completion_tokens', temperature: false })`; it is found out otherwise.
   */
  links: ChainLink[]
  /** The window that prompt and reply share. Every link must have it. */
  contextTokens: number
  outputTokensMax: number
  /** 0 to 2; providers with a shorter scale take their highest. */
  temperature: number
  /** Texts that end a reply where the model writes them. */
  stop: string[]
}

const settings: Record<TierId, TierSettings> = {
  basic: {
    links: [chosenModel('basic'), ...fallbacks],
    contextTokens: 4_096,
    outputTokensMax: 400,
    temperature: 0.8,
    stop: [],
  },
  standard: {
    links: [chosenModel('standard'), ...fallbacks],
    contextTokens: 8_192,
    outputTokensMax: 600,
    temperature: 0.8,
    stop: [],
  },
  premium: {
    links: [chosenModel('premium'), ...fallbacks],
    contextTokens: 16_384,
    outputTokensMax: 800,
    temperature: 0.85,
    stop: [],
  },
  ultra: {
    links: [chosenModel('ultra'), ...fallbacks],
    contextTokens: 32_768,
    outputTokensMax: 1_000,
    temperature: 0.9,
    stop: [],
  },
}

refuseMissing()

/** Who else wants to hear of such a try: the server's figures. */
const givenUp = new Set<(tried: GivenUp) => void>()

/** The reply that fails in the end is logged where it ends; this tells of the tries that nobody sees. */
const onGivenUp = (tried: GivenUp) => {
  for (const listener of givenUp) listener(tried)
  const { link, attempt, error } = tried
  const { code, status, message: reason } = error
  const about = { provider: link.name, model: link.model, attempt, code, status, reason }
  // Not at the top: there is no logger yet when this is read.
  void import('@adonisjs/core/services/logger')
    .then(({ default: logger }) => logger.warn(about, 'a model did not begin to write'))
    .catch(() => {})
}

/** Asks each configured model for a word, side by side. The tiers' own first. */
const examine = async () => {
  const links = new Map<string, { link: ChainLink; contextTokens: number }>()
  for (const { links: chain, contextTokens } of Object.values(settings))
    for (const link of chain) {
      const key = `${link.name} ${link.model}`
      links.set(key, { link, contextTokens: Math.max(contextTokens, links.get(key)?.contextTokens ?? 0) })
    }
  return Promise.all(
    [...links].map(async ([name, { link, contextTokens }]) => ({
      name,
      ...(await examineModel(link.provider, link.model, contextTokens)),
    }))
  )
}

export default {
  tiers: tiers.map((tier): Tier => {
    const { links, ...limits } = settings[tier.id]
    const provider = fallbackChain({ links, firstTextTimeoutMs: env.get('REPLY_FIRST_TEXT_TIMEOUT_MS'), onGivenUp })
    return { ...tier, ...limits, provider, model: links[0]!.model }
  }),
  /** Per tier, by name: which models it asks, in order. */
  chains: tiers.map(({ id, name }) => ({
    tier: name,
    models: settings[id].links.map((link) => `${link.name} ${link.model}`),
  })),
  examine,
  givenUp,
}
