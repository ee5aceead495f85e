import { isBlankMessage } from '#modules/kernel/macros'
import { codePoints } from '#modules/kernel/text'
import { suggestionCount, type Tier } from '../../prompts/index.ts'
import { limits } from '../../limits.ts'
import { SpeakerLabel } from './speaker_label.ts'

const outputTokensMax = 400

/** Returns the maximum tokens of suggestions, which are short whatever the settings of the chat are. */
export const suggestionTokensOf = (tier: Pick<Tier, 'outputTokensMax'>) =>
  Math.min(tier.outputTokensMax, outputTokensMax)

/** The mark of an item: a number, a hyphen or a dot. An asterisk without a space begins an action. */
const item = /^\s*(?:\*\*)?(?:\d{1,2}[.):]|[-–•*](?=\s))(?:\*\*)?\s*/

/**
 * Reads three suggestions from a model's answer: a list, with or without words around it, or three plain lines. Returns null for anything
 * else. `name`: the name of their author, which may begin each of them. `isCut`: the last line isn't whole.
 */
export const readSuggestions = (answer: string, { name, isCut }: { name: string; isCut: boolean }): string[] | null => {
  const lines = answer.split(/\r?\n/).filter((line) => !isBlankMessage(line))
  const whole = isCut ? lines.slice(0, -1) : lines
  const listed = itemsOf(whole)
  const label = new SpeakerLabel(name)
  const texts = (listed.length > 0 ? listed : whole).map((line) => withoutQuotes(withoutLabel(line.trim(), label)))
  const distinct = new Map(texts.map((text) => [text.toLowerCase(), text]))
  const fitting = [...distinct.values()].filter(
    (text) => !isBlankMessage(text) && codePoints(text) <= limits.suggestionMax
  )
  // More plain lines are prose.
  const isList = listed.length > 0 || whole.length === suggestionCount
  return isList && fitting.length >= suggestionCount ? fitting.slice(0, suggestionCount) : null
}

/** Returns the items of a list. A line without a mark belongs to the item above it. */
const itemsOf = (lines: readonly string[]): string[] => {
  const items: string[] = []
  for (const line of lines) {
    if (item.test(line)) items.push(line.replace(item, ''))
    else if (items.length > 0 && items.length < suggestionCount) items.push(`${items.pop()!} ${line.trim()}`)
  }
  return items
}

const withoutLabel = (text: string, label: SpeakerLabel): string => {
  const read = label.read(text, 0, true)
  return typeof read === 'string' ? text : (read.unclosed + text.slice(read.length)).trim()
}

/** Models put whole messages between quotes. Quotes inside a message stay. */
const withoutQuotes = (text: string): string => /^["“]([^"“”]+)["”]$/.exec(text)?.[1] ?? text
