import { createHash } from 'node:crypto'
import type { CharacterDraft } from '../domain/character_rules.ts'

/** The data from which a facet mark is drawn. */
export interface Mark {
  /** 14 digits and lower-case letters, which decide the colors and the cut. */
  seed: string
  /** At most two letters or digits. Empty for a mark without initials. */
  initials: string
}

/** `1` is the version of the drawing. Browsers cache marks forever, so a changed drawing needs a new version. */
const tokens = /^1(?<seed>[0-9a-f]{14})(?:-(?<letters>[0-9a-f]{2,16}))?$/
const markAddress = /^\/pictures\/mark\/[0-9a-z-]{1,40}\.svg$/

/**
 * Returns the token of a name's mark. It contains a hash of the name and its initials in hexadecimal UTF-8, and nothing else of the
 * name.
 */
export const markToken = (name: string): string => {
  const letters = Buffer.from(initialsOf(name)).toString('hex')
  return `1${hashOf(name.trim().toLowerCase())}${letters && `-${letters}`}`
}

/** Reads a token. Returns null for any text that `markToken` can't have made. */
export const readMarkToken = (token: string): Mark | null => {
  const { seed, letters = '' } = tokens.exec(token)?.groups ?? {}
  if (!seed) return null
  const initials = Buffer.from(letters, 'hex').toString('utf8')
  if (!/^[\p{L}\p{N}]{0,2}$/u.test(initials) || Buffer.from(initials).toString('hex') !== letters) return null
  return { seed, initials }
}

/**
 * Sets the facet mark of a character without an avatar, and the facets of that mark if it has no background. Replaces the
 * marks of an earlier name.
 */
export const withMark = <Draft extends CharacterDraft>(draft: Draft): Draft => {
  const isMissing = (address: string | null) => address === null || markAddress.test(address)
  const mark = markOf(draft.name)
  return {
    ...draft,
    avatar: isMissing(draft.avatar) ? mark.avatar : draft.avatar,
    background: isMissing(draft.background) ? mark.background : draft.background,
  }
}

/** Returns the addresses of a name's mark and its background. */
export const markOf = (name: string) => {
  const token = markToken(name)
  return { avatar: `/pictures/mark/${token}.svg`, background: `/pictures/mark/${token}-place.svg` }
}

/** Returns the first letters of the first and the last word, in upper case unless that needs more than one character. */
const initialsOf = (name: string): string => {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? []
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return ends
    .map((word) => {
      const [letter] = word as Iterable<string>
      const upper = letter!.toUpperCase()
      return [...upper].length === 1 ? upper : letter!
    })
    .join('')
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 14)
