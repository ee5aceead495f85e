import type { PromptView, PromptViewPart, PromptViewPiece } from '../../api.ts'
import type { ModelMessage } from '#plugins/contract/model'
import { piecesOf, systemOf, type PromptPart, type PromptPartKind, type PromptPlan } from './build_prompt.ts'
import { hiddenTextsOf, roundUpHidden, type Readable } from './hidden_texts.ts'
import type { ShortenedText } from './prompt_input.ts'
import { titles } from './prompt_texts.ts'

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
  /** Earlier releases kept prompts in whose messages macros inserted texts that the user may not read. */
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

/** Separates the pieces of a message, and the parts of the system prompt. */
const separator = '\n\n'

/**
 * Records the request that was made from a plan, without its hidden texts. Finds the pieces in the request itself, in the order of the plan,
 * so that they are exactly the sent texts. A text of the request that isn't in the plan becomes a part of its own. The place of a hidden part among the messages isn't recorded.
 */
export const recordPrompt = (
  plan: PromptPlan,
  sent: { system: string; messages: readonly ModelMessage[] }
): PromptRecord => {
  const { parts, cut, tokens } = plan
  const recorded: RecordedPart[] = []
  const addPart = (part: RecordedPart) => recorded.push(part) - 1
  const toPart = ({ kind, text, tokens }: PromptPart, role: RecordedPart['role']): RecordedPart => {
    return { kind, title: titleOf(text), tokens, text, role, isHidden: false }
  }
  const hidden = parts.filter(({ isHidden }) => isHidden)
  const fixed = parts.filter(({ place }) => !place)
  const isAsPlanned = systemOf(parts) === sent.system
  if (!isAsPlanned)
    addPart({ ...unknownPart, text: hidden.length > 0 ? '' : sent.system, role: 'system', isHidden: hidden.length > 0 })
  for (const part of isAsPlanned ? [...fixed, ...hidden.filter(({ place }) => place)] : hidden) {
    if (!part.isHidden) addPart(toPart(part, 'system'))
    // The tokens of hidden entries are those of one part.
    else if (part.tokens > 0) addPart({ ...toPart(part, 'system'), title: part.title, text: '', isHidden: true })
  }

  // In their order, because texts in the assistant's role have no marks that tell them from messages.
  const planned = piecesOf(plan)
  let next = 0
  const messages = sent.messages.map(({ role, content }) => {
    const pieces: RecordedPiece[] = []
    for (let at = 0; ;) {
      const piece = planned[next]
      let length = piece?.content.length ?? 0
      if (
        piece &&
        content.startsWith(piece.content, at) &&
        (at + length === content.length || content.startsWith(separator, at + length))
      ) {
        next++
        const { source } = piece
        if ('message' in source) {
          const { id = null, content: stored } = source.message
          const { position = null } = source.message as { position?: number }
          const { tokens, cutTokens, content: text } = source
          pieces.push({ id, position, tokens, cutTokens, text, content: stored, isHidden: false })
        } else if (!source.isHidden) pieces.push({ part: addPart(toPart(source, role)) })
      } else {
        const isHidden = hidden.length > 0
        pieces.push({ part: addPart({ ...unknownPart, text: isHidden ? '' : content.slice(at), role, isHidden }) })
        length = content.length - at
      }
      at += length
      if (at >= content.length) break
      at += separator.length
    }
    return { role, pieces }
  })
  return { parts: recorded, messages: joinMessages(messages), cut, tokens }
}

interface Message<Piece> {
  role: ModelMessage['role']
  pieces: Piece[]
}

/** Joins successive messages of the same role, and drops empty ones, so that hidden parts between them don't show. */
const joinMessages = <Piece>(messages: readonly Message<Piece>[]): Message<Piece>[] => {
  const joined: Message<Piece>[] = []
  for (const { role, pieces } of messages) {
    const before = joined.at(-1)
    if (pieces.length === 0) continue
    if (before?.role === role) before.pieces.push(...pieces)
    else joined.push({ role, pieces: [...pieces] })
  }
  return joined
}

const unknownPart = { kind: 'instructions', title: null, tokens: 0 } as const

const titleOf = (text: string): string | null => /^<<([^\n]+)>>\n/.exec(text)?.[1] ?? null

/** The texts of a character that are the only ones of their kind. */
const textOfKind: Partial<Record<PromptPartKind, ShortenedText>> = {
  creator: 'systemPrompt',
  scenario: 'scenario',
  examples: 'exampleDialogue',
  note: 'depthNote',
  reminder: 'postHistoryInstructions',
}
const noNames = { char: '', user: '' }
const textOfTitle: Record<string, ShortenedText> = {
  [titles.personality(noNames)]: 'personality',
  [titles.backstory(noNames)]: 'backstory',
}

/**
 * Converts a prompt to the view that the user of the chat may see. Hides further parts, because the character's texts may have been hidden
 * since the request. Prompts that were kept by earlier releases have hidden texts and their exact tokens.
 */
export const viewPrompt = (record: PromptRecord, readable: Readable): Omit<PromptView, 'lore' | 'cutMessages'> => {
  const hiddenTexts: ReadonlySet<ShortenedText> = hiddenTextsOf(readable)
  const isHidden = ({ isHidden, kind, title }: RecordedPart) => {
    const text = kind === 'character' ? textOfTitle[title ?? ''] : textOfKind[kind]
    return isHidden || (text !== undefined && hiddenTexts.has(text))
  }
  const hidden = record.parts.filter(isHidden)
  const hiddenLore = hidden.filter(({ kind }) => kind === 'lore')
  const shown = record.parts.filter((part) => part.kind !== 'lore' || !isHidden(part) || part === hiddenLore[0])
  const parts = shown.map((part): PromptViewPart => {
    const { kind, title, tokens, role, text } = part
    if (!isHidden(part)) return { kind, title, tokens, role, text }
    const counted = part === hiddenLore[0] ? sumOf(hiddenLore) : tokens
    return { kind, title, tokens: roundUpHidden(counted), role: 'system', text: null }
  })
  const messages = record.messages.map(({ role, pieces }) => ({
    role,
    pieces: pieces.flatMap((piece): PromptViewPiece[] => {
      if ('part' in piece) {
        const part = record.parts[piece.part]!
        return isHidden(part) ? [] : [{ part: shown.indexOf(part) }]
      }
      const { id, tokens, cutTokens, text, isHidden: isHiddenMessage } = piece
      return [
        {
          messageId: id,
          tokens: isHiddenMessage ? roundUpHidden(tokens) : tokens,
          ...(cutTokens > 0 && { cutTokens }),
          text: isHiddenMessage ? null : text,
        },
      ]
    }),
  }))
  const isHiddenCut = (text: ShortenedText) => hiddenTexts.has(text) || (text === 'lore' && hiddenLore.length > 0)
  const said = messages.flatMap(({ pieces }) => pieces.flatMap((piece) => ('part' in piece ? [] : piece)))
  return {
    parts,
    messages: joinMessages(messages),
    cut: record.cut.map(({ text, tokens }) => ({ text, tokens: isHiddenCut(text) ? roundUpHidden(tokens) : tokens })),
    tokens: hidden.length > 0 ? sumOf(parts) + sumOf(said) : record.tokens,
  }
}

const sumOf = (counted: readonly { tokens: number }[]): number => counted.reduce((sum, { tokens }) => sum + tokens, 0)
