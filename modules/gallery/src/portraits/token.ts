import { decodeTraits, encodeTraits, type Traits } from './traits.ts'

/**
 * All that is needed to draw a picture, in an address: the version of the drawing, five letters of traits, and chance.
 * Nothing of a text can be read from it. A drawing that changes what is drawn for a token is a new version beside this one,
 * because addresses are stored and kept for ever by browsers.
 */
export interface Token {
  seed: string
  traits: Traits
}

const version = '1'
const form = /^1([0-9a-z]{5})([0-9a-z]{14})$/

export const tokenOf = (text: string, traits: Traits): string => version + encodeTraits(traits) + hashOf(text)

/** Null for whatever is no token of ours. */
export const readToken = (token: string): Token | null => {
  const [, code, seed] = form.exec(token) ?? []
  const traits = code ? decodeTraits(code) : null
  return traits && seed ? { seed, traits } : null
}

/** 64 bits in two halves (after cyrb53): enough that two of a million characters hardly ever share a picture. */
const hashOf = (text: string): string => {
  let [one, two] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    one = Math.imul(one ^ unit, 2654435761)
    two = Math.imul(two ^ unit, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return [one, two].map((half) => (half >>> 0).toString(36).padStart(7, '0')).join('')
}
