import type { Counted } from '../chat_report.ts'
import { readDate } from '../dates.ts'
import type { DraftAnswer, DraftMessage } from '../draft_chat.ts'
import { chatFileLimits } from '../limits.ts'
import { isObject, isShowable, listOf, member, nameOf, textOf, type JsonObject } from '../values.ts'

/** An answer of a line, with its index in `swipes`. */
interface LineAnswer extends DraftAnswer {
  swipe: number
}

/** One message of a SillyTavern chat. It is `hidden` if SillyTavern itself wrote it, or if it is a comment. */
export interface ReadLine extends Omit<DraftMessage, 'answers' | 'original' | 'kept'> {
  /** The swipes that can be shown, and the selected swipe. Empty if there are fewer than two. */
  answers: LineAnswer[]
  /** Whether a text is an object with `message`, which is Chub's format. */
  isChub: boolean
  isOfGroup: boolean
  /** Findings for the report. */
  found: Counted[]
}

/** Fields that `readLine` uses. All others are only kept. */
const usedFields = new Set([
  'name',
  'is_user',
  'is_name',
  'is_system',
  'send_date',
  'mes',
  'swipes',
  'swipe_id',
  'swipe_info',
])

export const unusedFields = (line: JsonObject): string[] => Object.keys(line).filter((key) => !usedFields.has(key))

/** Returns the text of `mes` or of a swipe, which is a string, a number or Chub's object. */
export const messageText = (value: unknown): string =>
  typeof value === 'number' ? String(value) : textOf(isObject(value) ? member(value, 'message') : value)

/** Reads a line. Returns null if it isn't a message. */
export const readLine = (line: unknown, now: number): ReadLine | null => {
  if (!isObject(line) || !Object.hasOwn(line, 'mes')) return null
  const found: Counted[] = []
  const role = isTrue(member(line, 'is_user')) ? 'user' : 'character'
  const createdAt = readDate(member(line, 'send_date'), now)
  if (createdAt === null) found.push('unreadableDate')
  const text = messageText(member(line, 'mes'))
  const { answers, selected } =
    role === 'user' ? noAnswers(line, found) : readAnswers(line, { text, createdAt, now, found })
  const isSystem = isTrue(member(line, 'is_system'))
  const hidden = isSystem && !isSaid(line)
  return {
    role,
    speaker: nameOf(member(line, 'name'), chatFileLimits.speakerMax),
    text,
    createdAt,
    answers,
    selected,
    hidden,
    isHiddenFromPrompts: isSystem && !hidden,
    isChub: isObject(member(line, 'mes')) || listOf(member(line, 'swipes')).some(isObject),
    isOfGroup: typeof member(line, 'original_avatar') === 'string',
    found,
  }
}

/** The names under which SillyTavern itself writes. */
const systemNames = new Set(['SillyTavern System', 'System'])
/** The types of lines that have a speaker. Lines by SillyTavern itself and comments have other types, those of users and characters none. */
const saidTypes = new Set<unknown>([undefined, null, '', 'narrator', 'assistant_message'])

/** Whether a line with `is_system` is a message of a speaker, which was hidden from prompts. */
const isSaid = (line: JsonObject): boolean => {
  const type = member(member(line, 'extra'), 'type')
  const name = nameOf(member(line, 'name'), chatFileLimits.speakerMax)
  return saidTypes.has(type) && name !== null && (type === 'narrator' || !systemNames.has(name))
}

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1

const noAnswers = (line: JsonObject, found: Counted[]) => {
  if (listOf(member(line, 'swipes')).length > 1) found.push('userSwipes')
  return { answers: [], selected: 0 }
}

interface LineContext {
  text: string
  createdAt: Date | null
  now: number
  found: Counted[]
}

/** Reads the swipes of a line. The text of `mes` replaces the selected swipe. Swipes that can't be shown are left out. */
const readAnswers = (line: JsonObject, { text, createdAt, now, found }: LineContext) => {
  const swipes = listOf(member(line, 'swipes'))
  const texts = swipes.map(messageText)
  const infos = listOf(member(line, 'swipe_info'))
  const chosen = chosenSwipe(member(line, 'swipe_id'), texts, text, found)
  if (texts.length > 1 && texts[chosen] !== text) found.push('swipeDiffers')
  const all = texts
    .map((swipeText, swipe): LineAnswer => ({
      text: swipe === chosen ? text : swipeText,
      createdAt: readDate(member(infos[swipe], 'send_date'), now) ?? (swipe === chosen ? createdAt : null),
      swipe,
    }))
    .filter((answer) => answer.swipe === chosen || isShowable(answer.text))
  if (all.length < 2) return { answers: [], selected: 0 }
  let answers = all
  if (all.length > chatFileLimits.answersMax) {
    found.push('tooManyAnswers')
    // Keeps the selected answer.
    const first = all.slice(0, chatFileLimits.answersMax)
    answers = first.some(({ swipe }) => swipe === chosen)
      ? first
      : [...first.slice(1), all.find(({ swipe }) => swipe === chosen)!]
  }
  return { answers, selected: answers.findIndex(({ swipe }) => swipe === chosen) }
}

/** Returns the index of the selected swipe. If the id is invalid, returns the swipe with the message's text, else the nearest swipe. */
const chosenSwipe = (id: unknown, texts: readonly string[], text: string, found: Counted[]): number => {
  if (texts.length === 0) return 0
  const wanted = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '') ? Number(id) : NaN
  if (Number.isInteger(wanted) && wanted >= 0 && wanted < texts.length) return wanted
  if (id !== undefined && texts.length > 1) found.push('selection')
  const same = texts.indexOf(text)
  if (same >= 0) return same
  return wanted > 0 ? texts.length - 1 : 0
}
