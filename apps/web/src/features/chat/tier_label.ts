import type { ModelTier } from '#modules/chat/api'

/** Returns what a list of models says about the model. */
export const tierHint = ({ available, trouble, description }: ModelTier): string => {
  if (!available) return 'Not available right now'
  return trouble ? 'Having trouble right now' : description
}

/** Returns the name of a tier, apart from its model's: "standard" becomes "Standard". */
export const tierLabel = (tier: string): string => tier.charAt(0).toUpperCase() + tier.slice(1)
