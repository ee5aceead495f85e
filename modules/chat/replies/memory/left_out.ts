import { messagesReadMax, type PromptMessage, type PromptPlan } from '../../prompts/index.ts'

/** From this share of the budget on, older messages may not have been read. */
const budgetShare = 0.75

/**
 * Returns the position from which the plan contains every message. Earlier messages, except the first, are left out. Null if the plan
 * contains the whole chat. `charactersRead` is the budget of the history's query.
 */
export const leftOutBefore = (
  { kept }: Pick<PromptPlan, 'kept'>,
  history: readonly PromptMessage[],
  charactersRead: number
): number | null => {
  if (history.length < 3) return null
  const isWhole = kept.length === history.length && !mayLackOlder(history, charactersRead)
  if (isWhole) return null
  const oldest = kept[1]?.message.position
  return oldest ?? Math.max(...history.map(({ position = 0 }) => position)) + 1
}

const mayLackOlder = (history: readonly PromptMessage[], charactersRead: number) =>
  history.length > messagesReadMax ||
  history.reduce((sum, { content }) => sum + content.length, 0) > charactersRead * budgetShare
