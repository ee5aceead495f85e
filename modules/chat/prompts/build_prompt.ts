import type { Cast, ModelMessage } from '#plugins/contract/model'
import type { HistoryItem } from './fit_history.ts'
import { planPrompt } from './plan_prompt.ts'
import type { PromptInput, PromptMessage } from './prompt_input.ts'
import type { PromptPart, PromptPlan } from './prompt_plan.ts'

export interface Prompt {
  system: string
  messages: ModelMessage[]
  /** The number of messages at the start that will probably be the same in the next prompt of this chat. */
  stableMessages: number
  cast: Cast
}

/**
 * Builds the prompt for the model, cut to fit the tier (see `planPrompt`). Texts of users and characters are in marked sections, as
 * material instead of instructions. They can't forge a mark.
 */
export const buildPrompt = (input: PromptInput): Prompt => promptOf(planPrompt(input))

/** A text among the messages, before texts of the same role are merged. */
export interface PlannedPiece<Message extends PromptMessage = PromptMessage> extends ModelMessage {
  isStable: boolean
  source: PromptPart | HistoryItem<Message>
}

/** Returns the history with its inserts, in the order of the prompt. */
export const piecesOf = <Message extends PromptMessage>({
  names,
  parts,
  kept,
  isPrefilled,
}: PromptPlan<Message>): PlannedPiece<Message>[] => {
  const placed = parts.flatMap((part) => (part.place && part.text ? [{ part, ...part.place }] : []))
  const deepest = Math.max(0, ...placed.map(({ depth }) => depth))
  const isGroup = names.others.length > 1
  const pieces: PlannedPiece<Message>[] = []
  const insert = (at: number) => {
    for (const { part, depth, role } of placed)
      if (Math.min(depth, kept.length) === at) pieces.push({ role, content: part.text, isStable: false, source: part })
  }
  for (let before = kept.length; before > 0; before--) {
    insert(before)
    if (isPrefilled && before === 1) insert(0)
    const item = kept[kept.length - before]!
    // Many providers reject empty messages.
    if (item.content === '') continue
    // In a group, the next speaker may add to the last message. A continued message grows.
    const isStable = before > deepest && !((isGroup || isPrefilled) && before === 1)
    const pictures = item.pictures?.flatMap(({ file }) => file ?? []) ?? []
    pieces.push({
      role: item.role,
      content: item.content,
      isStable,
      source: item,
      ...(pictures.length > 0 && { pictures }),
    })
  }
  if (!isPrefilled) insert(0)
  return pieces
}

/** Turns a plan into its prompt and adds nothing. The model gets exactly the texts that the plan shows. */
export const promptOf = (plan: PromptPlan): Prompt => {
  const merged = mergeSameRole(piecesOf(plan))
  const unstable = merged.findIndex(({ isStable }) => !isStable)
  return {
    system: systemOf(plan.parts),
    messages: merged.map(({ role, content, pictures }) => ({ role, content, ...(pictures && { pictures }) })),
    stableMessages: unstable === -1 ? merged.length : unstable,
    cast: plan.cast,
  }
}

export const systemOf = (parts: PromptPlan['parts']): string =>
  parts
    .filter(({ place, text }) => !place && text)
    .map(({ text }) => text)
    .join('\n\n')

type StablePiece = Pick<PlannedPiece, 'role' | 'content' | 'pictures' | 'isStable'>

/** Merges successive messages of the same role, because many providers require alternating roles. */
const mergeSameRole = (pieces: readonly StablePiece[]): StablePiece[] => {
  const joined: StablePiece[] = []
  for (const piece of pieces) {
    const { role, content, pictures = [], isStable } = piece
    const before = joined.at(-1)
    const all = before?.role === role ? [...(before.pictures ?? []), ...pictures] : pictures
    const shown = all.length > 0 ? { pictures: all } : {}
    if (before?.role === role)
      joined[joined.length - 1] = {
        role,
        content: `${before.content}\n\n${content}`,
        isStable: before.isStable && isStable,
        ...shown,
      }
    else joined.push({ role, content, isStable, ...shown })
  }
  return joined
}
