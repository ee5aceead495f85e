import { notDrawnLengthMax, notDrawnMax } from '../../../contract/image.ts'
import type { Being, HeadgearName, Looks, Pose, Role, Scenery, Traits } from '../engine/traits.ts'
import * as words from './vocabulary.ts'

/** The result of reading a prompt. `scenery`, `role` and `being` are null where it names none. */
export interface Reading {
  kind: 'portrait' | 'place'
  traits: { [Trait in keyof Traits]: Traits[Trait] | null }
  looks: Looks
  /** Words that the picture leaves out, in the order of the prompt. */
  notDrawn: string[]
}

/** Later words only seed the random choices. */
const wordsMax = 600

type Slot = keyof Traits | Exclude<keyof Looks, 'showsFace'>

/** One thing that a word asks for. */
interface Wish {
  slot: Slot
  value: unknown
}

const isFurred = (being: Being | null) =>
  being !== null && ['wolf', 'fox', 'cat', 'rabbit', 'dragon', 'owl', 'deer', 'bear'].includes(being)

const traitSlots: readonly Slot[] = ['being', 'build', 'age', 'role', 'scenery']
const ofTheFace: readonly Slot[] = ['hair', 'hairColour', 'eyes', 'expression', 'beard', 'mark']
const onlyFromTheFront: readonly Slot[] = ['eyes', 'expression', 'beard', 'mark']
const ofPlaces: readonly Slot[] = ['scenery', 'weather', 'skyObject', 'hue']
/** These alone don't make a portrait. */
const needsNoFigure: readonly Slot[] = [...ofPlaces, 'prop', 'pose', 'age']
const onFur: readonly HeadgearName[] = ['crown', 'circlet', 'wreath', 'goggles', 'headband']

const senses = new Map<string, Wish[]>()
const learn = (slot: Slot, table: Record<string, string>) => {
  for (const [value, list] of Object.entries(table))
    for (const word of list.split(' ').filter(Boolean).map(withoutVariants))
      senses.set(word, [...(senses.get(word) ?? []), { slot, value }])
}
learn('being', words.beingWords)
learn('build', words.buildWords)
learn('age', words.ageWords)
learn('role', words.roleWords)
learn('scenery', words.sceneryWords)
learn('hair', words.hairWords)
learn('expression', words.expressionWords)
learn('beard', words.beardWords)
learn('mark', words.markWords)
learn('garment', words.garmentWords)
learn('headgear', words.headgearWords)
learn('prop', words.propWords)
learn('pose', words.poseWords)
learn('weather', words.weatherWords)
learn('skyObject', words.skyWords)

const hairAdjectives = new Map(
  Object.entries(words.hairAdjectives).flatMap(([style, list]) => list.split(' ').map((word) => [word, style] as const))
)

/** The vocabulary, for tests. */
export const knownWords = (): string[] => [...senses.keys(), ...Object.keys(words.colours)]

export function readPrompt(prompt: string): Reading {
  const tokens = tokensOf(prompt)
  const { chosen, leftOut, asksForPortrait } = collect(tokens)
  const isPortrait = asksForPortrait || [...chosen.keys()].some((slot) => !needsNoFigure.includes(slot))
  for (const [slot, { at }] of chosen)
    if (isUndrawable(slot, chosen, isPortrait)) {
      chosen.delete(slot)
      // A word that also asks for something else is drawn by that.
      if (slot !== 'pose' && ![...chosen.values()].some((other) => other.at === at)) leftOut.add(at)
    }
  const value = (slot: Slot) => (chosen.get(slot)?.value ?? null) as never
  const traits = {
    being: value('being'),
    build: value('build'),
    age: value('age'),
    role: value('role'),
    scenery: value('scenery'),
  }
  return {
    kind: isPortrait ? 'portrait' : 'place',
    traits,
    looks: looksOf(chosen, traits.role),
    notDrawn: unique([...leftOut].sort((from, to) => from - to).map((at) => tokens[at]!)),
  }
}

/** The chosen values by slot, with the position of the word. */
type Choices = Map<Slot, { value: unknown; at: number }>

const collect = (tokens: readonly string[]) => {
  const chosen: Choices = new Map()
  const leftOut = new Set<number>()
  let asksForPortrait = false

  /** The first word of a slot decides. Returns false for a later word that asks for something else. */
  const choose = (at: number, { slot, value }: Wish): boolean => {
    const earlier = chosen.get(slot)
    const isGeneral = slot === 'being' && earlier?.value === 'human'
    if (earlier && !isGeneral) return JSON.stringify(earlier.value) === JSON.stringify(value)
    chosen.set(slot, { value, at })
    return true
  }

  for (const [at, token] of tokens.entries()) {
    if (words.negations.has(tokens[at - 1] ?? '') || words.negations.has(token)) continue
    if (words.portraitWords.has(singular(token))) {
      asksForPortrait = true
      continue
    }
    const wishes = describing(tokens, at) ?? sensesOf(token)
    if (wishes.length > 0) {
      if (!wishes.map((wish) => choose(at, wish)).includes(true)) leftOut.add(at)
    } else if (!words.silent.has(token)) leftOut.add(at)
  }
  return { chosen, leftOut, asksForPortrait }
}

/** Whether the picture has no room for a slot: a face on a robot, hair in an empty place, the moon in a library. */
const isUndrawable = (slot: Slot, chosen: Choices, isPortrait: boolean): boolean => {
  const value = <Value>(of: Slot) => (chosen.get(of)?.value ?? null) as Value | null
  const being = value<Being>('being')
  if (slot === 'skyObject') {
    const scenery = value<Scenery>('scenery')
    return scenery !== null && !words.underTheSky.has(scenery)
  }
  if (!isPortrait) return !ofPlaces.includes(slot)
  if (being === 'robot') return [...ofTheFace, 'skin', 'headgear', 'pose'].includes(slot)
  if (isFurred(being)) {
    if (slot === 'headgear') return !onFur.includes(value<HeadgearName>('headgear')!)
    return [...ofTheFace, 'pose'].includes(slot)
  }
  const pose = value<Pose>('pose')
  return pose !== null && pose !== 'front' && onlyFromTheFront.includes(slot)
}

const looksOf = (chosen: Choices, role: Role | null): Looks => {
  const looks: Looks = {}
  for (const [slot, { value }] of chosen) if (!traitSlots.includes(slot)) Object.assign(looks, { [slot]: value })
  if (ofTheFace.some((slot) => chosen.has(slot))) looks.showsFace = true
  if (looks.showsFace || looks.headgear) looks.pose ??= 'front'
  if (looks.headgear) looks.headgear = words.hatsByRole[role ?? 'none']?.[looks.headgear] ?? looks.headgear
  return looks
}

/** The wish of an adjective, by the noun that follows it; null where it is none. */
const describing = (tokens: readonly string[], at: number): Wish[] | null => {
  const token = tokens[at]!
  const colour = Object.hasOwn(words.colours, token) ? words.colours[token]! : null
  const skin = Object.hasOwn(words.skins, token) ? words.skins[token]! : null
  const style = hairAdjectives.get(token)
  if (!colour && !skin && !style) return null
  for (const noun of tokens.slice(at + 1, at + 4).map(singular)) {
    if (noun === 'hair' || noun === 'haired' || noun === 'beard' || noun === 'bearded') {
      if (style && noun.startsWith('hair')) return [{ slot: 'hair', value: style }]
      if (colour || token === 'dark')
        return [{ slot: 'hairColour', value: token === 'brown' || !colour ? words.colours.brunette : colour }]
    }
    if ((noun === 'eye' || noun === 'eyed') && colour) return [{ slot: 'eyes', value: colour }]
    if (noun === 'skin' || noun === 'skinned' || noun === 'complexion' || noun === 'face') {
      if (skin ?? colour) return [{ slot: 'skin', value: skin ?? colour }]
    }
    const named = senses.get(noun) ?? []
    if (/^(pale|fair|tan|tanned|olive)$/.test(token) && named.some(({ slot }) => slot === 'being' || slot === 'build'))
      return [{ slot: 'skin', value: skin }]
    if (colour && named.some(({ slot }) => slot === 'garment' || slot === 'headgear'))
      return [{ slot: 'cloth', value: colour }]
    if (colour && named.some(({ slot, value }) => slot === 'being' && isFurred(value as Being)))
      return [{ slot: 'skin', value: colour }]
    if (named.length > 0) break
  }
  if (/^(blonde?|brunette|ginger|auburn)$/.test(token)) return [{ slot: 'hairColour', value: colour }]
  // Black, white and grey have no hue to light a picture with.
  if (colour && colour[1] > 0.03) return [{ slot: 'hue', value: colour[2] }]
  return null
}

const sensesOf = (token: string): Wish[] => senses.get(token) ?? senses.get(singular(token)) ?? []

/** Words and emoji in lower case. Joined emoji stay joined only if the vocabulary has them. */
const tokensOf = (prompt: string): string[] => {
  const found = withoutVariants(prompt.toLowerCase()).match(
    /\p{L}+(?:['’]\p{L}+)*|\p{N}+|\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic})*/gu
  )
  return (found ?? []).slice(0, wordsMax).flatMap((token) => (senses.has(token) ? token : token.split('\u200d')))
}

const singular = (token: string): string => {
  const word = token.replace(/['’]s$/, '')
  if (senses.has(word)) return word
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word
}

const unique = (tokens: readonly string[]): string[] =>
  [...new Set(tokens.filter((token) => token.length <= notDrawnLengthMax))].slice(0, notDrawnMax)

/** Without variation selectors and skin tones. */
function withoutVariants(text: string): string {
  return text.replace(/\ufe0f|\p{Emoji_Modifier}/gu, '')
}
