import { seededRandom } from '#modules/kernel/macros'
import { folded, indexOfWord, isLongEnough, partsOfName } from '#modules/kernel/words'
import type { GroupMode } from '../api.ts'

/** A character that may speak. */
export interface Speaker {
  id: string
  /** The names that others may use for the character. */
  names: readonly string[]
  /** Speaks only when it is asked to. */
  isMuted: boolean
  /** From 0 to 1. */
  talkativeness: number
}

export interface SpeakerChoice {
  mode: GroupMode
  /** The members that are still present, in the order of their turns. */
  members: readonly Speaker[]
  /** The ids of all members in the order of their turns, because the last speaker may no longer be present. */
  order: readonly string[]
  /** The newest message. Null in an empty chat. `characterId` is null if it is the user's. */
  last: { characterId: string | null; content: string } | null
  /** The character that spoke last. Null if no character has spoken. */
  lastSpeaker: string | null
  /** The same seed makes the same choice. */
  seed: string
}

/** Chooses the next speaker. Null if all characters are muted, or the user decides. */
export const chooseSpeaker = (choice: SpeakerChoice): string | null => {
  const able = choice.members.filter(({ isMuted }) => !isMuted)
  if (able.length === 0 || choice.mode === 'manual') return null
  return choice.mode === 'in_turn' ? nextInTurn(choice, able) : naturally(choice, able)
}

const nextInTurn = ({ order, lastSpeaker }: SpeakerChoice, able: readonly Speaker[]): string => {
  const before = lastSpeaker === null ? -1 : order.indexOf(lastSpeaker)
  const turn = (id: string) => (order.indexOf(id) - before - 1 + order.length) % order.length
  return able.toSorted((a, b) => turn(a.id) - turn(b.id))[0]!.id
}

/** Chooses the character that the newest message names first. Otherwise chooses by chance, but not the last speaker if there are others. */
const naturally = ({ last, lastSpeaker, seed }: SpeakerChoice, able: readonly Speaker[]): string => {
  const named = last && firstNamed(last, able)
  if (named) return named
  const others = able.filter(({ id }) => id !== lastSpeaker)
  const candidates = others.length > 0 ? others : able
  const sum = candidates.reduce((total, { talkativeness }) => total + talkativeness, 0)
  const random = seededRandom(seed)()
  // All candidates have a talkativeness of 0, but one of them has to answer.
  if (sum === 0) return candidates[Math.floor(random * candidates.length)]!.id
  let left = random * sum
  const chosen = candidates.find(({ talkativeness }) => (left -= talkativeness) < 0)
  return (chosen ?? candidates.at(-1)!).id
}

const firstNamed = (
  { content, characterId }: NonNullable<SpeakerChoice['last']>,
  able: readonly Speaker[]
): string | null => {
  const text = folded(content)
  const found = able
    .filter(({ id }) => id !== characterId)
    .flatMap(({ id, names }) =>
      [...new Set(names.flatMap(wordsOf))].map((name) => ({ id, at: indexOfWord(text, name), length: name.length }))
    )
    .filter(({ at }) => at !== -1)
  // Prefers the longer one of two names that begin at the same place.
  return found.toSorted((a, b) => a.at - b.at || b.length - a.length)[0]?.id ?? null
}

/** Returns a name, and its parts that are long enough to be a name: "Captain Lea" is also called "Lea". */
const wordsOf = (name: string): string[] => {
  const whole = folded(name).trim().replace(/\s+/g, ' ')
  const parts = partsOfName(whole)
  return [whole, ...parts.filter((part) => isLongEnough(part) && !fillers.has(part))].filter(Boolean)
}

/** Words in names that don't identify a character. */
const fillers = new Set(['the', 'and', 'von', 'van', 'der', 'del'])
