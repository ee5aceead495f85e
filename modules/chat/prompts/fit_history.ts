import type { ModelMessage } from '#plugins/contract/model'
import type { PromptMessage, PromptPicture } from './prompt_input.ts'
import { clipText } from './clip_text.ts'
import { estimateTokens, messageFrameTokens } from './estimate_tokens.ts'

/** A message of the history, as a prompt contains it. */
export interface HistoryItem<Message extends PromptMessage = PromptMessage> {
  message: Message
  /** The position in the chat. */
  position: number
  role: ModelMessage['role']
  content: string
  /** Includes those of the pictures. */
  tokens: number
  /** The pictures that come with it. */
  pictures?: readonly PromptPicture[]
  /** The number of tokens that were cut. */
  cutTokens: number
}

interface HistoryRoom {
  tokens: number
  /** How many tokens may be removed at once. */
  blockTokens: number
  /** The minimum that is read of a long chat, in characters and messages. Beyond it, the cut would depend on how much was read. */
  characters: number
  messages: number
  /** The factor between tokens and plain estimates. */
  ratio: number
}

/** The largest share of the history for the first message, if there are more than two. */
const openingShare = 0.4
/** The first message's largest share of the room that the newest message leaves. */
const openingShareOfRest = 0.6
/** A shorter excerpt of a message is left out. */
const messageTokensMin = 32
/** The largest share of the read characters and messages that is removed at once. */
const blockShare = 0.2

/**
 * Keeps the whole history if it fits. Otherwise keeps the first message, the newest, and a run of messages before the newest. If no message
 * fits between them, keeps the end of the one before the newest.
 *
 * The run begins at the same message for many turns, so that the beginning of prompts stays the same (see `roundest`).
 */
export const fitHistory = <Message extends PromptMessage>(
  items: HistoryItem<Message>[],
  room: HistoryRoom
): HistoryItem<Message>[] => {
  const { ratio } = room
  const [first, last] = [items[0], items.at(-1)]
  if (!first || !last || items.length === 1) return items
  // The sums from a message to the last one, without the first message.
  const rest = { tokens: last.tokens, characters: last.message.content.length, messages: 1 }
  /** The earliest message from which the rest fits, and the latest at which no more than a block is removed. */
  let [earliest, latest] = [items.length - 1, items.length - 1]
  const whole = { ...rest }
  for (let index = items.length - 2; index >= 0; index--) add(whole, items[index]!)
  if (whole.tokens <= room.tokens && isRead(whole, room)) return items

  const left = room.tokens - last.tokens
  const openingRoom = items.length === 2 ? left : Math.min(room.tokens * openingShare, left * openingShareOfRest)
  const opening = clipped(first, Math.max(messageTokensMin, openingRoom), ratio, 'start')
  const roomForRest = room.tokens - opening.tokens
  const leavesBlock = () =>
    rest.tokens < roomForRest - room.blockTokens &&
    rest.characters < room.characters * (1 - blockShare) &&
    rest.messages < room.messages * (1 - blockShare)
  for (let index = items.length - 2; index > 0; index--) {
    add(rest, items[index]!)
    if (rest.tokens > roomForRest || !isRead(rest, room)) break
    if (leavesBlock()) latest = index
    earliest = index
  }
  // The message before the one that removes a whole block is the latest that removes less.
  latest = Math.max(earliest, latest - 1)
  const start = roundest(items, earliest, latest)
  const kept = items.slice(start, -1)
  const before = items[items.length - 2]!
  if (kept.length === 0 && items.length > 2 && roomForRest - last.tokens >= messageTokensMin)
    kept.push(clipped(before, roomForRest - last.tokens, ratio, 'end'))
  return [opening, ...kept, last].filter(({ content }, index, all) => content || index === all.length - 1)
}

const add = (
  sum: { tokens: number; characters: number; messages: number },
  { tokens, message }: Pick<HistoryItem, 'tokens' | 'message'>
) => {
  sum.tokens += tokens
  sum.characters += message.content.length
  sum.messages++
}

const isRead = (sum: { characters: number; messages: number }, room: HistoryRoom) =>
  sum.characters <= room.characters && sum.messages <= room.messages

/**
 * Returns the index of the message, among those from which a history may begin, whose position is divisible by the largest power of two.
 * The choice depends only on the positions in that range. It stays the same until the message leaves the range or a rounder one enters it.
 */
const roundest = (items: readonly HistoryItem[], earliest: number, latest: number): number => {
  let [found, roundness] = [earliest, 0]
  for (let index = earliest; index <= latest; index++) {
    const { position } = items[index]!
    // The lowest bit that is set.
    const value = position === 0 ? Infinity : position & -position
    if (value > roundness) [found, roundness] = [index, value]
  }
  return found
}

/** Shortens a message and keeps its start or its end. A shortened one loses its pictures. */
export const clipped = <Message extends PromptMessage>(
  item: HistoryItem<Message>,
  tokens: number,
  ratio: number,
  keep: 'start' | 'end'
): HistoryItem<Message> => {
  if (item.tokens <= tokens) return item
  const content = clipText(item.content, Math.floor(tokens / ratio) - messageFrameTokens, keep)
  const now = Math.ceil(estimateTokens(content) * ratio)
  const { pictures: _, ...shorter } = item
  return { ...shorter, content, tokens: now, cutTokens: item.tokens - now }
}
