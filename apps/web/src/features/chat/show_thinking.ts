import type { ModelTier } from '#modules/chat/api'
import { storage } from '#web/lib/storage'

const key = 'facet:thinking'
const tiersKey = 'facet:thinking-models'

/** Whether this browser shows a model's reasoning while it happens. Off by default. */
export const showsThinking = (): boolean => storage.get(key) === 'shown'

export const showThinking = (isShown: boolean): void => (isShown ? storage.set(key, 'shown') : storage.remove(key))

const knownTiers = (): string[] => storage.get(tiersKey)?.split(' ') ?? []
const tiersMax = 20

/** Remembers that a reply of a tier brought reasoning. */
export const rememberThinking = (tier: string): void => {
  const known = knownTiers()
  if (!known.includes(tier)) storage.set(tiersKey, [tier, ...known].slice(0, tiersMax).join(' '))
}

/** Whether a tier reasons, by its configuration or by its earlier replies in this browser. */
export const canThink = ({ tier, thinks }: ModelTier): boolean => thinks === true || knownTiers().includes(tier)
