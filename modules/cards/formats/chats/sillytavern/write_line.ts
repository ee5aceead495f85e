import type { ExportedMessage } from '#modules/chat/index'
import { JsonDocument } from '../../json/json_document.ts'
import type { JsonLimits, JsonPath, JsonValue } from '../../json/json_node.ts'
import type { JsonEdit } from '../../json/patch_json.ts'
import { toJson } from '../json_text.ts'
import { fromStored } from '../kept_parts.ts'
import { chatFileLimits } from '../limits.ts'
import { isObject, member, type JsonObject } from '../values.ts'
import { messageText, readLine, type ReadLine } from './read_line.ts'

type Message = Extract<ExportedMessage, { kind: 'message' }>

/** The text of an answer, with the metadata that a new line contains. */
interface Answer {
  text: string
  createdAt: Date
  tier: string | null
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8')

/**
 * Returns a message as a line of a SillyTavern chat, without a line break. If the message hasn't changed since its import, returns the
 * imported line byte for byte. Otherwise, only the text and the swipes of that line are replaced, and pictures are added.
 */
export const writeLine = (message: Message, names: { character: string; user: string }, now: number): Uint8Array => {
  if (message.original === null) return encoder.encode(newLine(message, names))
  const text = decoder.decode(message.original)
  const line: unknown = JSON.parse(text)
  const read = readLine(line, now)
  if (read !== null && isSame(read, message) && mediaOf(message).length === 0) return message.original
  const document = JsonDocument.parse(text, lineLimits)
  if (read === null || !document.ok) return encoder.encode(newLine(message, names, fromStored(message.original)))
  return encoder.encode(changedLine(document.value, line, message, read))
}

/** Limits of an imported line. The size and depth limits are those of an import. */
const lineLimits: JsonLimits = {
  bytesMax: chatFileLimits.lineBytesMax,
  depthMax: chatFileLimits.depthMax,
  valuesMax: 5_000_000,
}

const isSame = ({ text, answers, selected, isHiddenFromPrompts }: ReadLine, message: Message): boolean =>
  isHiddenFromPrompts === message.isHiddenFromPrompts &&
  text === message.text &&
  answers.length === message.alternates.length &&
  (answers.length === 0 || selected === message.selected) &&
  answers.every((answer, index) => answer.text === message.alternates[index]!.text)

/** `kept` is for `extra`. */
const newLine = (
  message: Message,
  names: { character: string; user: string },
  kept: JsonObject | null = null
): string => {
  const { isUser, speaker, text, createdAt, tier, alternates, selected, isHiddenFromPrompts } = message
  const answers: Answer[] = alternates.length > 0 ? alternates : [{ text, createdAt, tier }]
  const media = mediaOf(message)
  return toJson({
    name: speaker ?? (isUser ? names.user : names.character),
    is_user: isUser,
    is_system: isHiddenFromPrompts,
    send_date: createdAt.toISOString(),
    mes: text,
    extra: { ...extraOf(answers[selected]!), ...kept, ...(media.length > 0 && { ...shownInline, media }) },
    ...(isUser
      ? {}
      : { swipe_id: selected, swipes: answers.map((answer) => answer.text), swipe_info: answers.map(infoOf) }),
  })
}

/** SillyTavern shows pictures at their addresses, which may be data. Each also has a title. */
const mediaOf = ({ pictures = [] }: Message): { [key: string]: JsonValue }[] => {
  let bytes = 0
  return pictures.flatMap(({ data, alt }) => {
    // An import leaves out longer lines.
    const hasRoom = data !== undefined && (bytes += data.length) <= chatFileLimits.keptBytesMax
    return hasRoom ? [{ type: 'image', url: data, title: alt }] : []
  })
}

/** In the message, all below each other. */
const shownInline = { inline_image: true, media_display: 'list' }

const editsOfMedia = (line: unknown, media: { [key: string]: JsonValue }[]): JsonEdit[] => {
  if (media.length === 0) return []
  const extra = member(line, 'extra')
  if (!isObject(extra)) return [edit(['extra'], { ...shownInline, media })]
  const known = member(extra, 'media')
  const shown = Object.entries(shownInline).map(([key, value]) => edit(['extra', key], value))
  return Array.isArray(known)
    ? [...shown, ...media.map((each, index) => edit(['extra', 'media', known.length + index], each))]
    : [...shown, edit(['extra', 'media'], media)]
}

const extraOf = ({ tier }: Answer): { [key: string]: JsonValue } => (tier === null ? {} : { api: 'facet', model: tier })

const infoOf = (answer: Answer): { [key: string]: JsonValue } => ({
  send_date: answer.createdAt.toISOString(),
  extra: extraOf(answer),
})

const changedLine = (document: JsonDocument, line: unknown, message: Message, read: ReadLine): string => {
  const edits: JsonEdit[] = [edit(messagePath(['mes'], member(line, 'mes')), message.text)]
  if (read.isHiddenFromPrompts !== message.isHiddenFromPrompts)
    edits.push(edit(['is_system'], message.isHiddenFromPrompts))
  const swipes = member(line, 'swipes')
  if (!message.isUser && (message.alternates.length > 0 || Array.isArray(swipes)))
    edits.push(...editsOfSwipes(line, message, read))
  edits.push(...editsOfMedia(line, mediaOf(message)))
  const patched = document.patch(edits)
  if (!patched.ok) throw new Error(patched.failure.reason)
  return patched.value
}

const edit = (path: JsonPath, value: JsonValue): JsonEdit => ({ path, value })

/** The path of a text: the value itself, or `message` of Chub's object. */
const messagePath = (path: JsonPath, value: unknown): JsonPath => (isObject(value) ? [...path, 'message'] : path)

/** Returns the edits that replace changed texts and add answers that are newer than the import. */
const editsOfSwipes = (line: unknown, message: Message, read: ReadLine): JsonEdit[] => {
  const { text, createdAt } = message
  const answers: Answer[] = message.alternates.length > 0 ? message.alternates : [{ text, createdAt, tier: null }]
  const swipes = member(line, 'swipes')
  const infos = member(line, 'swipe_info')
  const known = Array.isArray(swipes) ? (swipes as unknown[]) : []
  const texts = known.map(messageText)
  const places = placesOf(answers, read, texts)
  const added = answers.flatMap((answer, index) => (places[index]! >= known.length ? [answer] : []))
  const changed = answers.flatMap((answer, index) => {
    const place = places[index]!
    if (place >= known.length || texts[place] === answer.text) return []
    return [edit(messagePath(['swipes', place], known[place]), answer.text)]
  })
  if (added.length > 0) {
    // SillyTavern finds the information of a swipe by its index.
    const empty = Array.from({ length: Math.max(0, known.length - lengthOf(infos)) }, () => ({}))
    changed.push(
      ...placed(
        'swipes',
        swipes,
        known.length,
        added.map((answer) => answer.text)
      ),
      ...placed('swipe_info', infos, known.length - empty.length, [...empty, ...added.map(infoOf)])
    )
  }
  return [...changed, edit(['swipe_id'], places[message.selected]!)]
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** Puts values into a list, starting at an index. Creates the list if there is none. */
const placed = (key: string, list: unknown, from: number, values: JsonValue[]): JsonEdit[] =>
  Array.isArray(list) ? values.map((value, index) => edit([key, from + index], value)) : [edit([key], values)]

/** Returns the index of each answer in `swipes`. Indexes after the last swipe are new. */
const placesOf = (answers: readonly Answer[], read: ReadLine, texts: readonly string[]): number[] => {
  // A single answer is the only swipe with text. In a line without swipes, it becomes the first swipe.
  const only = texts.length === 0 ? [] : [Math.max(0, texts.indexOf(read.text))]
  const known = read.answers.length > 0 ? read.answers.map(({ swipe }) => swipe) : only
  let next = texts.length
  return answers.map((_, index) => known[index] ?? next++)
}
