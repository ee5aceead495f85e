import { notDrawnLengthMax, notDrawnMax } from '../../../contract/image.ts'
import type { Being, HeadgearName, Looks, Role, Scenery, Thing, Traits } from '../engine/traits.ts'
import * as words from './vocabulary.ts'

/** The result of reading a prompt. A trait is null if the prompt doesn't name it. */
export interface Reading {
  kind: 'portrait' | 'place'
  traits: { [Trait in keyof Traits]: Traits[Trait] | null }
  looks: Looks
  /** Words that the picture leaves out, in the order of the prompt. */
  notDrawn: string[]
}

/** The number of words that are read. Later words only seed the random choices. */
const wordsMax = 600

type Slot = keyof Traits | Exclude<keyof Looks, 'showsFace'>

/** A detail that a word asks for. */
interface Wish {
  slot: Slot
  value: unknown
}

const isFurred = (being: Being | null) =>
  being !== null && ['wolf', 'fox', 'cat', 'rabbit', 'dragon', 'owl', 'deer', 'bear'].includes(being)

const traitSlots: readonly Slot[] = ['being', 'build', 'age', 'role', 'scenery']
const ofTheFace: readonly Slot[] = ['hair', 'hairColour', 'eyes', 'expression', 'beard', 'mark', 'eyewear']
const ofPlaces: readonly Slot[] = ['scenery', 'weather', 'skyObject', 'hue', 'secondHue', 'light', 'things']
/** The slots that alone don't make a portrait. */
const needsNoFigure: readonly Slot[] = [...ofPlaces, 'prop', 'age', 'body']
/** The slots of a face that animals have, too. */
const ofAnimals: readonly Slot[] = ['expression', 'eyewear', 'eyes']
const onFur: readonly HeadgearName[] = [
  'crown',
  'circlet',
  'wreath',
  'goggles',
  'headband',
  'cap',
  'peakedCap',
  'beret',
  'brimmedHat',
  'strawHat',
  'pointedHat',
  'knitCap',
  'wig',
]
/** The number of objects that a place may contain. */
const thingsMax = 4

const senses = new Map<string, Wish[]>()
const learn = (slot: Slot, table: Record<string, string>, valueOf: (name: string) => unknown = (name) => name) => {
  for (const [name, list] of Object.entries(table))
    for (const word of list.split(' ').filter(Boolean).map(withoutVariants))
      senses.set(word, [...(senses.get(word) ?? []), { slot, value: valueOf(name) }])
}
learn('being', words.beingWords)
learn('build', words.buildWords)
learn('role', words.roleWords)
learn('scenery', words.sceneryWords)
learn('hair', words.hairWords)
learn('expression', words.expressionWords)
learn('beard', words.beardWords)
learn('mark', words.markWords)
learn('garment', words.garmentWords)
learn('headgear', words.headgearWords)
learn('prop', words.propWords)
learn('weather', words.weatherWords)
learn('skyObject', words.skyWords)
learn('body', words.bodyWords)
learn('eyewear', words.eyewearWords)
learn('jewel', words.jewelWords)
learn('over', words.overWords)
learn('light', words.lightWords)
learn('things', words.thingWords)
for (const [years, list] of Object.entries(words.ageWords)) learn('age', { [years]: list }, Number)

const hairAdjectives = new Map(
  Object.entries(words.hairAdjectives).flatMap(([style, list]) => list.split(' ').map((word) => [word, style] as const))
)

/** Returns the vocabulary, for tests. */
export const knownWords = (): string[] => [...senses.keys(), ...Object.keys(words.colours)]

export function readPrompt(prompt: string): Reading {
  const tokens = tokensOf(prompt)
  const { chosen, leftOut, asksForPortrait } = collect(tokens)
  const isPortrait =
    asksForPortrait ||
    [...chosen.keys()].some(
      (slot) => !needsNoFigure.includes(slot) && !(slot === 'being' && isPasserBy(tokens, chosen))
    )
  if (!isPortrait && chosen.has('being')) {
    chooseThing(chosen, chosen.get('being')!.at, 'walker')
    chosen.delete('being')
    chosen.delete('build')
    if (chosen.get('prop')?.value === 'umbrella') chosen.delete('prop')
  }
  for (const [slot, { at }] of chosen)
    if (isUndrawable(slot, chosen, isPortrait)) {
      chosen.delete(slot)
      // A word that also asks for another detail is drawn by that detail.
      if (![...chosen.values()].some((other) => other.at === at)) leftOut.add(at)
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

/** Whether a person is a small figure in a place, because the prompt names the place first and doesn't describe the person. */
const isPasserBy = (tokens: readonly string[], chosen: Choices): boolean => {
  const [being, scenery] = [chosen.get('being'), chosen.get('scenery')]
  return Boolean(
    being && scenery && scenery.at < being.at && /^(person|people|figure|someone|somebody)$/.test(tokens[being.at]!)
  )
}

const chooseThing = (chosen: Choices, at: number, thing: Thing): boolean => {
  const earlier = chosen.get('things')
  const list = (earlier?.value ?? []) as readonly Thing[]
  if (!list.includes(thing) && list.length >= thingsMax) return false
  chosen.set('things', { value: [...new Set([...list, thing])], at: earlier?.at ?? at })
  return true
}

const collect = (tokens: readonly string[]) => {
  const chosen: Choices = new Map()
  const leftOut = new Set<number>()
  let asksForPortrait = false

  /** Fills a slot. The first word for a slot decides. Returns false for a later word that asks for a different value. */
  const choose = (at: number, { slot, value }: Wish): boolean => {
    const earlier = chosen.get(slot)
    if (slot === 'things') return chooseThing(chosen, at, value as Thing)
    if (slot === 'hue' && earlier) return choose(at, { slot: 'secondHue', value })
    if (slot === 'scenery' && earlier) {
      const [former, other] = [earlier.value, value] as [Scenery, Scenery]
      if (words.partOf[former]?.includes(other)) return true
      if (words.partOf[other]?.includes(former)) {
        chosen.set(slot, { value, at })
        return true
      }
    }
    // 'Friendly' and 'asleep' combine to one expression.
    if (slot === 'expression' && earlier && value === 'asleep') {
      chosen.set(slot, { value: earlier.value === 'smiling' || earlier.value === 'tender' ? 'serene' : value, at })
      return true
    }
    // In 'a long beard', the adjective has already chosen the beard.
    if (slot === 'beard' && earlier && value === 'full') return true
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
    const years = yearsOf(tokens, at)
    if (years?.length === 0) continue
    // A number is more exact than 'boy' or 'old'.
    if (years) chosen.delete('age')
    const wishes = years ?? describing(tokens, at) ?? sensesOf(token)
    if (wishes.length > 0) {
      if (!wishes.map((wish) => choose(at, wish)).includes(true)) leftOut.add(at)
    } else if (!words.silent.has(token)) leftOut.add(at)
  }
  return { chosen, leftOut, asksForPortrait }
}

/** Whether a slot doesn't fit the picture, such as a face on a robot, hair in an empty place, or the moon in a library. */
const isUndrawable = (slot: Slot, chosen: Choices, isPortrait: boolean): boolean => {
  const value = <Value>(of: Slot) => (chosen.get(of)?.value ?? null) as Value | null
  const being = value<Being>('being')
  if (slot === 'skyObject') {
    const scenery = value<Scenery>('scenery')
    return scenery !== null && !words.underTheSky.has(scenery)
  }
  if (!isPortrait) return !ofPlaces.includes(slot)
  if (being === 'robot') return [...ofTheFace, 'headgear', 'jewel'].includes(slot)
  if (isFurred(being)) {
    if (slot === 'headgear') return !onFur.includes(value<HeadgearName>('headgear')!)
    return [...ofTheFace, 'jewel'].includes(slot) && !ofAnimals.includes(slot)
  }
  return false
}

const looksOf = (chosen: Choices, role: Role | null): Looks => {
  const looks: Looks = {}
  for (const [slot, { value }] of chosen) if (!traitSlots.includes(slot)) Object.assign(looks, { [slot]: value })
  if (ofTheFace.some((slot) => chosen.has(slot))) looks.showsFace = true
  const { headgear } = looks
  if (headgear && headgear !== 'none') looks.headgear = words.hatsByRole[role ?? 'none']?.[headgear] ?? headgear
  return looks
}

/** Reads '61 year old' and 'aged 61'. Empty for the words 'old' and 'aged' of an age, null for a token outside an age. */
const yearsOf = (tokens: readonly string[], at: number): Wish[] | null => {
  const years = (index: number) => (/^[1-9]\d?$/.test(tokens[index] ?? '') ? Number(tokens[index]) : null)
  const isUnit = (index: number) => /^years?$/.test(tokens[index] ?? '')
  if (tokens[at] === 'old' && isUnit(at - 1)) return []
  const given = years(at)
  const named = given !== null && (isUnit(at + 1) || /^aged?$/.test(tokens[at - 1] ?? ''))
  if (named) return [{ slot: 'age', value: given }]
  return /^aged?$/.test(tokens[at]!) && years(at + 1) !== null ? [] : null
}

/** Returns the wish of an adjective, which depends on the noun that follows. Null for other words. */
const describing = (tokens: readonly string[], at: number): Wish[] | null => {
  const token = tokens[at]!
  const colour = Object.hasOwn(words.colours, token) ? words.colours[token]! : null
  const skin = Object.hasOwn(words.skins, token) ? words.skins[token]! : null
  const style = hairAdjectives.get(token)
  if (/^(candle|lamp|fire|torch|lantern)$/.test(token) && /^lights?$/.test(tokens[at + 1] ?? ''))
    return [{ slot: 'hue', value: 68 }]
  if (/^flowers?$/.test(token) && tokens.slice(Math.max(0, at - 4), at).includes('hair'))
    return [{ slot: 'headgear', value: 'wreath' }]
  if ((token === 'conical' && tokens[at + 1] === 'hat') || (token === 'hat' && tokens[at - 1] === 'conical'))
    return [{ slot: 'headgear', value: 'coneHat' }]
  const beard = Object.hasOwn(words.beardAdjectives, token) ? words.beardAdjectives[token] : undefined
  if (beard && tokens.slice(at + 1, at + 3).some((next) => /^beard(ed)?$/.test(next)))
    return [{ slot: 'beard', value: beard }]
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
    if (colour && named.some(({ slot }) => slot === 'garment' || slot === 'headgear' || slot === 'over'))
      return [{ slot: 'cloth', value: colour }]
    if (
      colour &&
      named.some(
        ({ slot, value }) => slot === 'being' && (isFurred(value as Being) || value === 'robot' || value === 'alien')
      )
    )
      return [{ slot: 'skin', value: colour }]
    if (named.length > 0) break
  }
  if (/^(blonde?|brunette|ginger|auburn)$/.test(token)) return [{ slot: 'hairColour', value: colour }]
  // Black, white and gray have no hue for the light of a picture.
  if (colour && colour[1] > 0.03) return [{ slot: 'hue', value: colour[2] }]
  return null
}

const sensesOf = (token: string): Wish[] => senses.get(token) ?? senses.get(singular(token)) ?? []

/** Returns the words and emoji of a prompt, in lower case. Splits joined emoji that the vocabulary lacks. */
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

/** Removes variation selectors and skin tones. */
function withoutVariants(text: string): string {
  return text.replace(/\ufe0f|\p{Emoji_Modifier}/gu, '')
}
