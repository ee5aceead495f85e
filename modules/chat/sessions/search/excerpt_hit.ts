import { withoutCutMacro } from '#modules/kernel/macros'
import { plainExcerpt } from '#modules/kernel/message_text/plain_text'
import type { Search } from '#modules/kernel/search'
import type { ExcerptPiece } from '../api.ts'
import { fillMessage, type MacroScope } from '../../prompts/index.ts'
import { termPattern } from './search_terms.ts'

/** How much of a message is read around the first term, in UTF-16 units. */
const contentRead = 1_200
const readBefore = 400
const excerptLength = 180
const shownBefore = 60

interface HitMessage {
  id: string
  isUser: boolean
  content: string
  at: number
}

/** Returns the part of a message around the first term as plain text on one line, with the terms marked. */
export const excerptHit = (message: HitMessage, terms: readonly Search[], scope: MacroScope): ExcerptPiece[] => {
  const pattern = termPattern(terms)
  const read = partAround(message.content, pattern)
  const plain = plainExcerpt(fillMessage({ ...message, content: read }, scope, 'reader')).trim()
  return plain === '' ? [] : piecesOf(cutAround(plain, pattern), pattern)
}

/** Returns the part of a long text around the first term, without the macros that are cut. */
const partAround = (content: string, pattern: RegExp): string => {
  if (content.length <= contentRead) return content
  const start = Math.max(0, content.search(pattern) - readBefore)
  const part = whole(content.slice(start, start + contentRead))
  const end = part.indexOf('}}')
  const isInMacro = start > 0 && end !== -1 && !part.slice(0, end).includes('{{')
  return withoutCutMacro(isInMacro ? part.slice(end + 2) : part)
}

const cutAround = (text: string, pattern: RegExp): string => {
  const at = Math.max(0, text.search(pattern) - shownBefore)
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const end = start + excerptLength
  return `${start > 0 ? '…' : ''}${whole(text.slice(start, end))}${end < text.length ? '…' : ''}`
}

/** Removes the halves of surrogate pairs at the ends. */
const whole = (text: string) => text.replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')

const piecesOf = (text: string, pattern: RegExp): ExcerptPiece[] =>
  text
    .split(pattern)
    // A split by a group puts what it matched at the odd places.
    .map((piece, index) => (index % 2 === 1 ? { text: piece, isHit: true as const } : { text: piece }))
    .filter((piece) => piece.text !== '')
