export interface MemoryPlan {
  /** The context window of each chat. */
  contextTokens: number
  /** How many chats are answered at once. */
  chats: number
}

export interface MemoryNeeds {
  availableBytes: number
  modelBytes: number
  /** The longest context that the model was trained for. */
  trainedTokens: number
  /** The memory of one context for this many chats. */
  contextBytes(plan: MemoryPlan): number | Promise<number>
}

/** Prompts of tiers are cut to fit this, so that several chats fit into the memory of a small machine. */
export const contextTokensMax = 8_192
const contextTokensMin = 4_096

/** Left for the server, the database and the system. */
const spareShare = 0.1

/** Several chats are better than one long one, but each needs a usable window. */
const plans: readonly MemoryPlan[] = [
  { contextTokens: contextTokensMax, chats: 4 },
  { contextTokens: contextTokensMax, chats: 2 },
  { contextTokens: contextTokensMin, chats: 2 },
  { contextTokens: contextTokensMin, chats: 1 },
]

/** The largest plan that fits into the available memory, or the bytes that the smallest one needs. */
export const planMemory = async (needs: MemoryNeeds): Promise<MemoryPlan | { neededBytes: number }> => {
  let neededBytes = Infinity
  for (const { contextTokens, chats } of plans) {
    const plan = { contextTokens: Math.min(contextTokens, needs.trainedTokens), chats }
    neededBytes = Math.ceil((needs.modelBytes + (await needs.contextBytes(plan))) / (1 - spareShare))
    if (neededBytes <= needs.availableBytes) return plan
  }
  return { neededBytes }
}
