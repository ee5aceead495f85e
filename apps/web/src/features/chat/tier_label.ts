/** Returns the name of a tier, apart from its model's: "standard" becomes "Standard". */
export const tierLabel = (tier: string): string => tier.charAt(0).toUpperCase() + tier.slice(1)
