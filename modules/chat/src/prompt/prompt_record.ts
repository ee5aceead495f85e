import type { PromptView, PromptViewPiece } from '../../api.ts'
import type { CharacterSheet } from '#modules/gallery/index'
import type { ModelMessage } from '#plugins/contract/model'
import type { PromptPartKind, PromptPlan } from './build_prompt.ts'
import type { PromptInput } from './prompt_input.ts'
import { macrosOf } from './prompt_macros.ts'
import type { PromptLore } from './lore_parts.ts'

/** A part of a prompt that isn't a message of the chat. */
export interface RecordedPart {
  kind: PromptPartKind
  title: string | null
  tokens: number
  text: string
  role: 'system' | ModelMessage['role']
  /** Whether the user may not read the part. */
  isHidden: boolean
}

/** A message of the chat, as a prompt contains it. */
export interface RecordedMessage {
  id: string | null
  position: number | null
  tokens: number
  cutTokens: number
  /** The text as it was sent. Null: it no longer exists. */
  text: string | null
  /** The text as it is stored. */
  content: string
  /** Whether a macro in the message inserted a text that the user may not read. */
  isHidden: boolean
}

export type RecordedPiece = { part: number } | RecordedMessage

/** The contents of a request. Its system prompt and each message consist of their pieces, joined by blank lines. */
export interface PromptRecord {
  parts: RecordedPart[]
  messages: { role: ModelMessage['role']; pieces: RecordedPiece[] }[]
  cut: PromptPlan['cut']
  tokens: number
}

/** The access of a chat's user to the texts of a character. */
export interface Readable {
  /** All texts except lorebooks are readable, because the character is the user's own, or may be copied. */
  all: boolean
  definitionPublic: boolean
}

export const readableBy = (
  userId: string,
  { ownerId, allowForks, definitionPublic }: Pick<CharacterSheet, 'ownerId' | 'allowForks' | 'definitionPublic'>
): Readable => ({ all: ownerId === userId || allowForks, definitionPublic })

export type RecordedInput = Pick<
  PromptInput,
  'sheet' | 'persona' | 'pins' | 'lore' | 'note' | 'summary' | 'nudge' | 'history' | 'macros'
>

/** Separates the pieces of a message, and the parts of the system prompt. */
const separator = '\n\n'

/**
 * Records the request that was made from a plan. Finds the pieces in the request itself, so that they are exactly the sent texts. Texts of
 * the plan that aren't in the request are left out. A text of the request that isn't in the plan becomes a part of its own.
 */
export const recordPrompt = (
  { parts, kept, cut, tokens }: PromptPlan,
  sent: { system: string; messages: readonly ModelMessage[] },
  input: RecordedInput,
  readable: Readable
): PromptRecord => {
  const hidden = hiddenTexts(input, readable)
  const isUnknownHidden = !readable.all || hidden.parts.has('lore')
  const recorded: RecordedPart[] = []
  const addPart = (part: RecordedPart) => recorded.push(part) - 1
  const toPart = ({ kind, text, tokens }: PromptPlan['parts'][number], role: RecordedPart['role']): RecordedPart => {
    return { kind, title: titleOf(text), tokens, text, role, isHidden: hidden.parts.has(kind) }
  }
  const fixed = parts.filter(({ place }) => !place)
  if (fixed.map(({ text }) => text).join(separator) === sent.system)
    for (const part of fixed) addPart(toPart(part, 'system'))
  else addPart({ ...unknownPart, text: sent.system, role: 'system', isHidden: isUnknownHidden })

  const placed = new Set(parts.filter(({ place }) => place))
  let next = 0
  const messages = sent.messages.map(({ role, content }) => {
    const pieces: RecordedPiece[] = []
    for (let at = 0; ;) {
      const isAt = (text: string) =>
        content.startsWith(text, at) &&
        (at + text.length === content.length || content.startsWith(separator, at + text.length))
      // Tries marked parts first, because a message can't contain their marks.
      const part = [...placed].find(({ text }) => isAt(text))
      while (kept[next]?.content === '') next++
      const item = kept[next]
      let length
      if (part) {
        placed.delete(part)
        pieces.push({ part: addPart(toPart(part, role)) })
        length = part.text.length
      } else if (item && isAt(item.content)) {
        const { id = null, content: stored } = item.message
        const { position = null } = item.message as { position?: number }
        pieces.push({
          id,
          position,
          tokens: item.tokens,
          cutTokens: item.cutTokens,
          text: item.content,
          content: stored,
          isHidden: hidden.messages.has(item.message),
        })
        next++
        length = item.content.length
      } else {
        const isHidden = isUnknownHidden && placed.size > 0
        pieces.push({ part: addPart({ ...unknownPart, text: content.slice(at), role, isHidden }) })
        length = content.length - at
      }
      at += length
      if (at >= content.length) break
      at += separator.length
    }
    return { role, pieces }
  })
  return { parts: recorded, messages, cut, tokens }
}

const unknownPart = { kind: 'instructions', title: null, tokens: 0 } as const

const titleOf = (text: string): string | null => /^<<([^\n]+)>>\n/.exec(text)?.[1] ?? null

/** Returns the kinds of parts of a character that the user may not read. */
const hiddenKinds = ({ all, definitionPublic }: Readable): Set<PromptPartKind> =>
  new Set(all ? [] : ['creator', 'examples', 'note', 'reminder', ...(definitionPublic ? [] : definitionKinds)])

const definitionKinds = ['character', 'scenario'] as const

/** Hides further parts, because the character's texts may have been hidden since the request. */
export const hideParts = (record: PromptRecord, readable: Readable): PromptRecord => {
  const kinds = hiddenKinds(readable)
  return { ...record, parts: record.parts.map((part) => (kinds.has(part.kind) ? { ...part, isHidden: true } : part)) }
}

/** Finds the parts and messages that the user may not read. */
const hiddenTexts = (input: RecordedInput, readable: Readable) => {
  const { all, definitionPublic } = readable
  const parts = hiddenKinds(readable)
  const messages = new Set<unknown>()
  if (input.lore?.some(({ isHidden }: PromptLore) => isHidden)) parts.add('lore')
  if (all) return { parts, messages }
  const isChanged = macroCheck(input, definitionPublic)
  const { sheet, persona, pins, note, summary, nudge, history } = input
  const written: [PromptPartKind, (string | undefined | null)[]][] = [
    ['character', [sheet.description, sheet.personality, sheet.backstory]],
    ['scenario', [sheet.scenario]],
    ['persona', [persona.description, persona.personality, persona.background]],
    ['pins', [...pins]],
    ['authorsNote', [note?.text]],
    ['summary', [summary?.text]],
    ['request', [nudge]],
  ]
  for (const [kind, texts] of written) if (texts.some((text) => text && isChanged(text))) parts.add(kind)
  if (history.some(({ content }) => content.includes('{{'))) {
    const [withHidden, without] = [macrosOf(input), macrosOf(withoutHidden(input, definitionPublic))].map((macros) =>
      macros.fillHistory()
    )
    withHidden!.forEach(({ message, text }, index) => {
      if (text !== without![index]!.text) messages.add(message)
    })
  }
  return { parts, messages }
}

type MacroInput = Pick<PromptInput, 'sheet' | 'persona' | 'history' | 'macros'>

/** Removes the texts that the user may not read from the input of macros. */
const withoutHidden = <Input extends MacroInput>(input: Input, definitionPublic: boolean): Input => {
  const definition = definitionPublic ? {} : { backstory: '', personality: '', scenario: '' }
  return { ...input, sheet: { ...input.sheet, exampleDialogue: '', ...definition } }
}

/** Returns a function that checks whether the macros of a text insert a text that the user of the chat may not read. */
export const macroCheck = (input: MacroInput, definitionPublic: boolean) => {
  let fills: ((text: string) => string)[] | null = null
  return (text: string): boolean => {
    if (!text.includes('{{')) return false
    fills ??= [macrosOf(input).fill, macrosOf(withoutHidden(input, definitionPublic)).fill]
    return fills[0]!(text) !== fills[1]!(text)
  }
}

/** Converts a prompt to the view that the user of the chat may see. */
export const viewPrompt = ({
  parts,
  messages,
  cut,
  tokens,
}: PromptRecord): Omit<PromptView, 'lore' | 'cutMessages'> => ({
  parts: parts.map(({ kind, title, tokens, text, role, isHidden }) => ({
    kind,
    title,
    tokens,
    role,
    text: isHidden ? null : text,
  })),
  messages: messages.map(({ role, pieces }) => ({
    role,
    pieces: pieces.map((piece): PromptViewPiece => {
      if ('part' in piece) return piece
      const { id, tokens, cutTokens, text, isHidden } = piece
      return { messageId: id, tokens, ...(cutTokens > 0 && { cutTokens }), text: isHidden ? null : text }
    }),
  })),
  cut,
  tokens,
})
