/** Returns the token budget of entries: a share of the context, 25 % by default, and at most `capTokens` if that is above 0. */
export const budgetTokens = (contextTokens: number, percent = 25, capTokens = 0): number => {
  const tokens = Math.round((percent * contextTokens) / 100)
  return capTokens > 0 ? Math.min(tokens, capTokens) : tokens
}
