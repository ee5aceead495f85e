import { notDrawnLengthMax, notDrawnMax } from '../../contract/image.ts'
import * as words from './words.ts'
import type { Looks } from './words.ts'

/** The number of words that are read. Later words only seed the random choices. */
const wordsMax = 600
const thingsMax = 4

/** The details of a figure. Those after the first five alone don't make a portrait. */
const ofPeople: readonly (keyof Looks)[] = ['style', 'beard', 'eyewear', 'hair', 'skin', 'face', 'cloth']

/**
 * Reads a prompt. The first word for a detail decides, and a later word for another value is left out. `notDrawn` has the words that the
 * picture leaves out, in the order of the prompt.
 */
export function readPrompt(prompt: string) {
  const tokens = tokensOf(prompt)
  const looks: Looks = {}
  const usual: Looks = {}
  const used = new Map<keyof Looks, number>()
  const leftOut = new Set<number>()
  let isPortrait = false

  const add = (at: number, wish: Looks): boolean => {
    const [slot] = Object.keys(wish) as [keyof Looks]
    if (slot === 'things') {
      const things = [...new Set([...(looks.things ?? []), ...wish.things!])]
      if (things.length > thingsMax) return false
      looks.things = things
    } else if (looks[slot] === undefined || isExacter(wish.scene, looks.scene)) Object.assign(looks, wish)
    else if (slot === 'hue' && looks.secondHue === undefined) looks.secondHue = wish.hue!
    else return looks[slot] === wish[slot] || isExacter(looks.scene, wish.scene)
    if (!used.has(slot)) used.set(slot, at)
    return true
  }

  for (const [at, token] of tokens.entries()) {
    if (words.negations.has(token) || words.negations.has(tokens[at - 1] ?? '')) continue
    const role = words.people.get(token) ?? words.people.get(singular(token))
    const isPasserBy = looks.scene !== undefined && /^(person|people|someone|somebody)$/.test(token)
    if (role && !isPasserBy) Object.assign(usual, { ...role, ...usual })
    const wishes = [
      ...describing(tokens, at),
      ...(words.senses.get(token) ?? words.senses.get(singular(token)) ?? []),
      ...(isPasserBy ? [{ things: ['walker'] }] : []),
    ]
    const drawn = wishes.map((wish) => add(at, wish))
    isPortrait ||= words.portraits.has(singular(token)) || (role !== undefined && !isPasserBy)
    const isSilent = [token, singular(token)].some((word) => words.silent.has(word) || words.portraits.has(word))
    const isWorn = looks.cloth !== undefined && words.garments.has(token)
    if (!role && !drawn.includes(true) && !isSilent && !isWorn) leftOut.add(at)
  }
  isPortrait ||= ofPeople.slice(0, 5).some((slot) => slot in looks)
  if (!isPortrait) for (const slot of ofPeople) if (used.has(slot)) leftOut.add(used.get(slot)!)
  return {
    isPortrait,
    looks: { ...usual, ...looks },
    notDrawn: [...new Set([...leftOut].sort((one, other) => one - other).map((at) => tokens[at]!))]
      .filter((token) => token.length <= notDrawnLengthMax)
      .slice(0, notDrawnMax),
  }
}

const isExacter = (one: Looks['scene'], other: Looks['scene']): boolean =>
  one !== undefined && other !== undefined && (words.sceneParts[one]?.includes(other) ?? false)

/** Returns the wish of an adjective, which depends on the next nouns. */
const describing = (tokens: readonly string[], at: number): Looks[] => {
  const [colour, skin, style] = [words.colours, words.skins, words.hairAdjectives].map((table) =>
    table.get(tokens[at]!)
  )
  for (const noun of tokens.slice(at + 1, at + 4).map(singular)) {
    if (/^(hair|haired|beard|bearded)$/.test(noun)) {
      if (style && noun.startsWith('hair')) return [{ style }]
      if (colour) return [{ hair: colour }]
    }
    if (/^(skin|skinned|face|complexion)$/.test(noun) && (skin ?? colour)) return [{ skin: (skin ?? colour)! }]
    if (words.garments.has(noun) && colour) return [{ cloth: colour }]
    if (words.people.has(noun) && /^(pale|tan|tanned|olive|black)$/.test(tokens[at]!)) return [{ skin: skin! }]
    if (words.senses.has(noun) || words.people.has(noun)) break
  }
  if (/^(blonde?|brunette|ginger|auburn)$/.test(tokens[at]!)) return [{ hair: colour! }]
  return colour ? [{ hue: colour }] : []
}

/** Returns the words and emoji of a prompt, in lower case. */
const tokensOf = (prompt: string): string[] => {
  const found = words
    .withoutVariants(prompt.toLowerCase())
    .match(/\p{L}+(?:['’]\p{L}+)*|\p{N}+|\p{Extended_Pictographic}(?:\u200d[\p{Extended_Pictographic}♀♂])*/gu)
  return (found ?? []).slice(0, wordsMax)
}

const singular = (token: string): string => {
  const word = token.replace(/['’]s$/, '')
  const known = [word, word.replace(/s$/, ''), word.replace(/es$/, '')].find(
    (one) => words.senses.has(one) || words.people.has(one)
  )
  return known ?? word.replace(/(?<=..[^s])s$/, '')
}
