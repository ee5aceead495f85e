import { hash } from 'node:crypto'
import type { PromptRecord, RecordedMessage, RecordedPart, RecordedPiece } from './prompt_record.ts'

/*
 * A compact format for prompts, because each answer keeps one. Texts are kept once per chat, by their hashes. Successive prompts of a chat
 * have the same beginning, so runs of messages are kept as such texts, too. The boundaries of the runs depend only on the positions of the
 * messages.
 */

/** 12 bytes as 16 characters of base64url. */
type Hash = string

/** A hash, a text after `=`, or the place of a text in the list of parts that a chat's first prompt had: `hash.part`. */
type TextRef = string

/** [kind, title, tokens, role, isHidden, ...text]. The text is in pieces, which are joined by line breaks. */
type PackedPart = [RecordedPart['kind'], string | null, number, RecordedPart['role'], 0 | 1, ...TextRef[]]

/**
 * [id, flags, tokens, hash, cutTokens?]. The id and the hash are base64url. If trimming the stored content gives the sent text, the hash is
 * that of the content, and otherwise that of the sent text.
 */
type PackedMessage = [id: string, flags: number, tokens: number, hash: Hash, cutTokens?: number]

/** A part, by its index in the list of parts. */
type PackedReference = [part: number, flags: number]

/** A string is the hash of a run, which is the JSON of messages. */
type PackedPiece = PackedMessage | PackedReference | Hash

export interface PackedPrompt {
  /** The hash of the JSON of the parts. */
  parts: Hash
  pieces: PackedPiece[]
  cut?: PromptRecord['cut']
  tokens: number
  template?: Hash
}

export interface KeptText {
  text: string
  /** The message that the text is from. */
  messageId: string | null
}

export type KeptTexts = Map<Hash, KeptText>

/** The bits of a piece's flags. */
const isAssistant = 1
const beginsMessage = 2
const isOther = 4
const isHiddenFlag = 8

const positionsPerRun = 8
/** The minimum messages of a run. A shorter run is kept inline, because a hash wouldn't make it smaller. */
const runMin = 4
/** The maximum length of a text that is kept inline. A hash wouldn't make it smaller. */
const inlineMax = 20

export const hashOf = (text: string): Hash => hash('sha256', text, 'buffer').toString('base64url', 0, 12)

const packId = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

const unpackId = (packed: string): string => {
  const hex = Buffer.from(packed, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Adds a text, and returns its hash. */
export const keepText = (texts: KeptTexts, text: string, messageId: string | null = null): Hash => {
  const hash = hashOf(text)
  texts.set(hash, { text, messageId })
  return hash
}

/** The first list of parts of a chat, which contains their texts. Later lists refer to it. */
export interface FirstParts {
  hash: Hash
  /** By the hashes of the texts. */
  refs: ReadonlyMap<Hash, TextRef>
}

/**
 * Packs a prompt. Also returns the texts of its hashes, except for those of unchanged messages, and the list of parts that later prompts of
 * the chat refer to.
 */
export const packPrompt = (
  { parts, messages, cut, tokens, template }: PromptRecord,
  first: FirstParts | null = null
): { packed: PackedPrompt; texts: KeptTexts; first: FirstParts } => {
  const texts: KeptTexts = new Map()
  const keep = (text: string, messageId: string | null = null) => keepText(texts, text, messageId)
  const refOf = (text: string): TextRef => (text.length <= inlineMax ? `=${text}` : keep(text))
  const packParts = (toRef: (text: string) => TextRef) =>
    parts.map(({ kind, title, tokens, role, isHidden, text }): PackedPart => {
      // Keeps the lines of lorebooks separately, because prompts with other entries share them.
      const refs = kind === 'lore' ? text.split('\n').map(refOf) : [toRef(text)]
      return [kind, title, tokens, role, isHidden ? 1 : 0, ...refs]
    })
  const whole = JSON.stringify(packParts((text) => `=${text}`))
  const isFirst = first === null || first.hash === hashOf(whole)
  const partsHash = keep(
    isFirst ? whole : JSON.stringify(packParts((text) => first.refs.get(hashOf(text)) ?? refOf(text)))
  )
  const packMessage = (piece: RecordedMessage, flags: number): PackedMessage => {
    const { id, tokens, cutTokens, text, content, isHidden } = piece
    const isStored = text === content.trim()
    const all = flags | (isStored ? 0 : isOther) | (isHidden ? isHiddenFlag : 0)
    const reference = isStored ? hashOf(content) : keep(text!, id)
    return [
      id ? packId(id) : '',
      all,
      tokens,
      reference,
      ...(cutTokens > 0 ? ([cutTokens] as const) : []),
    ] as PackedMessage
  }
  const pieces: PackedPiece[] = []
  let run: { number: number; messages: PackedMessage[] } | null = null
  const endRun = (isWhole: boolean) => {
    if (!run) return
    if (isWhole && run.messages.length >= runMin) pieces.push(keep(JSON.stringify(run.messages)))
    else pieces.push(...run.messages)
    run = null
  }
  for (const { role, pieces: ofMessage } of messages)
    for (const [index, piece] of ofMessage.entries()) {
      const flags = (role === 'assistant' ? isAssistant : 0) | (index === 0 ? beginsMessage : 0)
      if ('part' in piece) {
        endRun(false)
        pieces.push([piece.part, flags])
        continue
      }
      const number: number | null = piece.position === null ? null : Math.floor(piece.position / positionsPerRun)
      // A new message has no position yet. The run before it may still grow.
      if (run && run.number !== number) endRun(number !== null)
      const packed = packMessage(piece, flags)
      if (number === null) pieces.push(packed)
      else if (run) run.messages.push(packed)
      else run = { number, messages: [packed] }
    }
  endRun(false)
  return {
    packed: {
      parts: partsHash,
      pieces,
      ...(cut.length > 0 && { cut }),
      tokens,
      ...(template && { template: keep(template) }),
    },
    texts,
    first: first ?? { hash: partsHash, refs: refsTo(partsHash, parts) },
  }
}

const refsTo = (hash: Hash, parts: readonly RecordedPart[]): FirstParts['refs'] =>
  new Map(
    parts.flatMap(({ kind, text }, index) =>
      kind === 'lore' || text.length <= inlineMax ? [] : [[hashOf(text), `${hash}.${index}`] as const]
    )
  )

/** Reads texts by their hashes. Texts that no longer exist are missing. */
export type ReadTexts = (hashes: readonly Hash[]) => Promise<ReadonlyMap<Hash, string>>

/** Finds the text of a message that has this hash. Null: it no longer exists. */
export type FindMessage = (id: string, hash: Hash) => string | null

/**
 * Restores the record that was packed, with two reads of texts and one of messages. `readMessages` reads the messages with these ids.
 * Returns null if the parts or a run no longer exist.
 */
export const unpackPrompt = async (
  { parts, pieces, cut = [], tokens, template }: PackedPrompt,
  readTexts: ReadTexts,
  readMessages: (ids: readonly string[]) => Promise<FindMessage>
): Promise<PromptRecord | null> => {
  const lists = await readTexts([
    parts,
    ...(template ? [template] : []),
    ...pieces.filter((piece) => typeof piece === 'string'),
  ])
  const partsText = lists.get(parts)
  if (partsText === undefined) return null
  const templateText = template && lists.get(template)
  const packedParts = JSON.parse(partsText) as PackedPart[]
  const all: (PackedMessage | PackedReference)[] = []
  for (const piece of pieces) {
    if (typeof piece !== 'string') all.push(piece)
    else {
      const text = lists.get(piece)
      if (text === undefined) return null
      all.push(...(JSON.parse(text) as PackedMessage[]))
    }
  }
  const said = all.filter((piece): piece is PackedMessage => typeof piece[0] === 'string')
  const refs = packedParts.flatMap(([, , , , , ...refs]) =>
    refs.filter((ref) => !ref.startsWith('=')).map((ref) => ref.split('.', 1)[0]!)
  )
  const [find, texts] = await Promise.all([
    readMessages(said.map(([id]) => unpackId(id))),
    readTexts([...new Set([...refs, ...said.map(([, , , hash]) => hash)])]),
  ])
  const unpackMessage = ([id, flags, tokens, reference, cutTokens = 0]: PackedMessage): RecordedMessage => {
    const messageId = id === '' ? null : unpackId(id)
    const isStored = (flags & isOther) === 0
    const text = texts.get(reference) ?? (isStored && messageId ? find(messageId, reference) : null)
    return {
      id: messageId,
      position: null,
      tokens,
      cutTokens,
      text: text === null ? null : isStored ? text.trim() : text,
      content: text ?? '',
      isHidden: (flags & isHiddenFlag) !== 0,
    }
  }
  const messages: PromptRecord['messages'] = []
  for (const piece of all) {
    const [, flags] = piece
    if (flags & beginsMessage) messages.push({ role: flags & isAssistant ? 'assistant' : 'user', pieces: [] })
    const unpacked: RecordedPiece = isMessage(piece) ? unpackMessage(piece) : { part: piece[0] }
    messages.at(-1)!.pieces.push(unpacked)
  }
  return {
    parts: packedParts.map(([kind, title, tokens, role, isHidden, ...refs]) => {
      const lines = refs.map((ref) => (ref.startsWith('=') ? ref.slice(1) : textAt(texts, ref)))
      return { kind, title, tokens, role, isHidden: isHidden === 1, text: lines.join('\n') }
    }),
    messages,
    cut,
    tokens,
    ...(templateText !== undefined && { template: templateText }),
  }
}

/** Returns the text of a reference. Empty if it no longer exists. */
const textAt = (texts: ReadonlyMap<Hash, string>, ref: TextRef): string => {
  const [hash, part] = ref.split('.') as [Hash, string?]
  const text = texts.get(hash) ?? ''
  if (part === undefined || text === '') return text
  const [, , , , , whole] = (JSON.parse(text) as PackedPart[])[Number(part)]!
  return whole!.slice(1)
}

const isMessage = (piece: PackedMessage | PackedReference): piece is PackedMessage => typeof piece[0] === 'string'
