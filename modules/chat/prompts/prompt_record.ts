import type { PromptView, PromptViewPart, PromptViewPiece } from './api.ts'
import type { ModelMessage, ModelRequest, SentConversation } from '#plugins/contract/model'
import { sentConversation } from '#plugins/contract/sent_conversation'
import { piecesOf, promptOf, type PlannedPiece } from './build_prompt.ts'
import type { PromptPart, PromptPartKind, PromptPlan } from './prompt_plan.ts'
import { estimateTokens } from './estimate_tokens.ts'
import { hiddenTextsOf, roundUpHidden, type Readable } from './hidden_texts.ts'
import type { ShortenedText } from './prompt_input.ts'
import { nameOnly } from './prompt_macros.ts'
import { titles } from './prompt_texts.ts'

/** A part of a prompt that isn't a message of the chat. */
export interface RecordedPart {
  /** `provider`: the model's provider added it. */
  kind: PromptPartKind | 'provider'
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
  /** As in `SentConversation`. */
  template?: string
}

/** Separates the pieces of a message, and the parts of the system prompt. */
const separator = '\n\n'

/** Returns the conversation that the provider sends for a prompt. */
export type WriteConversation = (prompt: Pick<ModelRequest, 'system' | 'messages'>) => SentConversation

const unchanged: WriteConversation = (prompt) => sentConversation({}, { model: '', ...prompt })

/**
 * Records the request that was made from a plan, without its hidden texts. The pieces are the texts as the provider sent them. Its own texts
 * become parts. The place of a hidden part among the messages isn't recorded. Where the provider adds texts may depend on it, so the
 * conversation is written without the hidden parts.
 */
export const recordPrompt = (plan: PromptPlan, write = unchanged): PromptRecord => {
  const { parts, cut, ratio } = plan
  const hidden = parts.filter(({ isHidden }) => isHidden)
  const readable = { ...plan, parts: parts.filter(({ isHidden }) => !isHidden) }
  const prompt = promptOf(readable)
  const fixed = readable.parts.filter(({ place, text }) => !place && text)
  const planned = [...fixed.map((part) => ({ content: part.text, source: part })), ...piecesOf(readable)]
  const { messages: sent, template } = write(prompt)
  // A provider that rewrites texts is shown as planned.
  const found = findPieces(sent, planned) ?? findPieces(unchanged(prompt).messages, planned)!

  const recorded: RecordedPart[] = []
  const addPart = (part: RecordedPart) => recorded.push(part) - 1
  const addHidden = (before: PromptPart | null) => {
    while (hidden[0] && (!before || (!hidden[0].place && parts.indexOf(hidden[0]) < parts.indexOf(before)))) {
      const { kind, title, tokens } = hidden.shift()!
      // The tokens of hidden entries are those of one part.
      if (tokens > 0) addPart({ kind, title, tokens, text: '', role: 'system', isHidden: true })
    }
  }
  let ownTokens = 0
  const messages: PromptRecord['messages'] = []
  for (const { role, pieces: ofMessage } of found) {
    const pieces = ofMessage.map(({ source, text }): RecordedPiece => {
      if (source === null) {
        const tokens = Math.ceil(estimateTokens(text) * ratio)
        ownTokens += tokens
        return { part: addPart({ kind: 'provider', title: null, tokens, text, role, isHidden: false }) }
      }
      if ('message' in source) {
        const { id = null, content: sent, stored: content = sent } = source.message
        const { position = null } = source.message as { position?: number }
        const { tokens, cutTokens } = source
        return { id, position, tokens, cutTokens, text, content, isHidden: false }
      }
      addHidden(source)
      const { kind, tokens } = source
      return { part: addPart({ kind, title: titleOf(source.text), tokens, text, role, isHidden: false }) }
    })
    if (role !== 'system') messages.push({ role, pieces })
  }
  addHidden(null)
  return {
    parts: recorded,
    messages: joinMessages(messages),
    cut,
    tokens: plan.tokens + ownTokens,
    ...(template && { template }),
  }
}

interface SentPiece {
  /** Null for a text of the provider. */
  source: PlannedPiece['source'] | null
  text: string
}

/** Finds the planned texts in sent messages, in their order. Returns null unless it finds all of them. */
const findPieces = (
  messages: SentConversation['messages'],
  planned: readonly Pick<PlannedPiece, 'content' | 'source'>[]
) => {
  let next = 0
  const found = messages.map(({ role, content }) => {
    const pieces: SentPiece[] = []
    for (let at = 0; at < content.length; at += separator.length) {
      const piece = planned[next]
      const end = piece ? endOf(piece.content, content, at) : null
      if (piece && end !== null) next++
      const text = content.slice(at, end ?? endOfOwn(content, at, piece?.content))
      pieces.push({ source: end === null ? null : piece!.source, text })
      at += text.length
    }
    return { role, pieces }
  })
  return next === planned.length ? found : null
}

/** Returns where a planned text ends that begins at a place of a message. Providers break control marks with a space, and trim the end. */
const endOf = (planned: string, content: string, from: number): number | null => {
  let end = from + planned.length
  // A slice is compared at once, while `startsWith` compares one character at a time.
  if (content.slice(from, end) !== planned) {
    let at = 0
    for (end = from; at < planned.length && end < content.length; at++, end++) {
      if (content[end] === planned[at]) continue
      if (content[end] !== ' ' || content[end + 1] !== planned[at]) return null
      end++
    }
    if (planned.slice(at).trim() !== '') return null
  }
  return end === content.length || content.startsWith(separator, end) ? end : null
}

/** The longest text of a provider, in paragraphs. A limit, because a provider may rewrite texts, so that nothing is found. */
const ownParagraphsMax = 20

/** Returns where a text of the provider ends: before the next planned text, or with the message. */
const endOfOwn = (content: string, from: number, planned: string | undefined): number => {
  let at = from
  for (let count = 0; planned && count < ownParagraphsMax; count++) {
    at = content.indexOf(separator, at + 1)
    if (at === -1) break
    if (endOf(planned, content, at + separator.length) !== null) return at
  }
  return content.length
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
 * since the request. Prompts that were kept by earlier releases have hidden texts and their exact tokens. `closedOthers`: the names of the
 * other characters of a group whose definitions the user may not read now. Null: the character is deleted.
 */
export const viewPrompt = (
  record: PromptRecord,
  readable: Readable,
  closedOthers: readonly (string | null)[] = []
): Omit<PromptView, 'lore' | 'cutMessages'> => {
  const hiddenTexts: ReadonlySet<ShortenedText> = hiddenTextsOf(readable)
  const isHidden = ({ isHidden, kind, title, text: sent }: RecordedPart) => {
    // Characters whose definitions were hidden before are in the open part without a description.
    if (kind === 'others' && !isHidden) {
      const lines = sent.split('\n')
      return !closedOthers.every((name) => name !== null && lines.includes(nameOnly(name)))
    }
    const text = kind === 'character' ? textOfTitle[title ?? ''] : kind !== 'provider' && textOfKind[kind]
    return isHidden || Boolean(text && hiddenTexts.has(text))
  }
  const hidden = record.parts.filter(isHidden)
  const hiddenLore = hidden.filter(({ kind }) => kind === 'lore')
  // The provider's texts may depend on texts that were hidden since.
  const isClosed = hidden.some(({ isHidden }) => !isHidden)
  const shown = record.parts.filter((part) =>
    part.kind === 'provider' ? !isClosed : part.kind !== 'lore' || !isHidden(part) || part === hiddenLore[0]
  )
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
        return isHidden(part) || !shown.includes(part) ? [] : [{ part: shown.indexOf(part) }]
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
  const isHiddenCut = (text: ShortenedText) =>
    hiddenTexts.has(text) || ((text === 'lore' || text === 'others') && hidden.some(({ kind }) => kind === text))
  const said = messages.flatMap(({ pieces }) => pieces.flatMap((piece) => ('part' in piece ? [] : piece)))
  return {
    parts,
    messages: joinMessages(messages),
    cut: record.cut.map(({ text, tokens }) => ({ text, tokens: isHiddenCut(text) ? roundUpHidden(tokens) : tokens })),
    tokens: hidden.length > 0 ? sumOf(parts) + sumOf(said) : record.tokens,
    ...(record.template && { template: record.template }),
  }
}

const sumOf = (counted: readonly { tokens: number }[]): number => counted.reduce((sum, { tokens }) => sum + tokens, 0)
