export interface MemoryPlan {
  /** The context window of each chat. */
  contextTokens: number
  /** The number of chats that are answered at once. */
  chats: number
}

export interface MemoryNeeds {
  availableBytes: number
  modelBytes: number
  /** The longest context that the model was trained for. */
  trainedTokens: number
  /** Returns the memory that one context needs for this plan. */
  contextBytes(plan: MemoryPlan): number | Promise<number>
}

/** The largest context window. Prompts are cut to this size, so that several chats fit into the memory of a small machine. */
export const contextTokensMax = 8_192
const contextTokensMin = 4_096

/** The share of the memory that is left for the server, the database and the system. */
const spareShare = 0.1

/** The plans in order of preference. Several chats are better than one long chat, but each chat needs a usable window. */
const plans: readonly MemoryPlan[] = [
  { contextTokens: contextTokensMax, chats: 4 },
  { contextTokens: contextTokensMax, chats: 2 },
  { contextTokens: contextTokensMin, chats: 2 },
  { contextTokens: contextTokensMin, chats: 1 },
]

/** Returns the largest plan that fits into the available memory, or the bytes that the smallest plan needs. */
export const planMemory = async (needs: MemoryNeeds): Promise<MemoryPlan | { neededBytes: number }> => {
  let neededBytes = Infinity
  for (const { contextTokens, chats } of plans) {
    const plan = { contextTokens: Math.min(contextTokens, needs.trainedTokens), chats }
    neededBytes = Math.ceil((needs.modelBytes + (await needs.contextBytes(plan))) / (1 - spareShare))
    if (neededBytes <= needs.availableBytes) return plan
  }
  return { neededBytes }
}
