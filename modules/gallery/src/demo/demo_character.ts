import type { CharacterDraft } from '../domain/character_rules.ts'
import { bynames, demoTags, firstNames, lastNames, places, qualities, things, trades } from './words.ts'

/** As often as in a gallery that people fill: most are general or romance, few are drama. */
const categories: [category: string, share: number][] = [
  ['General', 22],
  ['Romance', 20],
  ['Fantasy', 17],
  ['Anime', 13],
  ['Adventure', 9],
  ['Sci-Fi', 6],
  ['Mystery', 5],
  ['Limitless', 4],
  ['Comedy', 2],
  ['Drama', 2],
]
const shares = categories.reduce((sum, [, share]) => sum + share, 0)

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export const diceOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

type Dice = () => number

const anyOf = (words: readonly string[], dice: Dice) => words[Math.floor(dice() * words.length)]!

/** The nth word about 1/n as often as the first, as in any language. */
const frequentOf = (words: readonly string[], dice: Dice) => words[Math.floor((words.length + 1) ** dice()) - 1]!

const anA = (word: string) => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A demo character and how many messages it is to have: few are loved, most are hardly known. */
export const demoCharacter = (dice: Dice): { draft: CharacterDraft; messages: number } => {
  const name = nameOf(dice)
  const quality = () => frequentOf(qualities, dice)
  const thing = () => frequentOf(things, dice)
  const trade = anyOf(trades, dice).replace('-', ' ')
  const place = anyOf(places, dice)
  const category = categoryOf(dice)
  const first = name.split(' ')[0]!
  const sentences = [
    `${capital(anA(quality()))} ${trade} from ${place} with ${anA(quality())} heart and one ${thing()} too many.`,
    `${first} keeps ${anA(thing())} that nobody else may touch, and never says why.`,
    `You meet by chance, over ${anA(thing())} and a broken ${thing()}.`,
    `They say the ${thing()} of ${anyOf(places, dice)} was lost because of someone ${quality()}.`,
  ]
  const isNsfw = category === 'Limitless' || dice() < 0.03
  const draft: CharacterDraft = {
    name,
    description: sentences.slice(0, 1 + Math.floor(dice() * 4)).join(' '),
    backstory: `${first} grew up in ${place} as the child of ${anA(anyOf(trades, dice))}. ${sentences.toReversed().join(' ')}`,
    personality: `${capital(quality())}, ${quality()} and ${quality()}; ${quality()} when it comes to the ${thing()}.`,
    firstMessage: `*${first} looks up from the ${thing()}.* Oh, {{user}}. I had not expected anyone before the ${thing()}.`,
    greeting: '',
    scenario: `Late evening in ${place}. ${first} is alone with ${anA(thing())}.`,
    avatar: null,
    background: null,
    category,
    tags: tagsOf(dice),
    isNsfw,
    isPublic: dice() > 0.02,
  }
  return { draft, messages: Math.floor(dice() ** 12 * 40_000) }
}

const nameOf = (dice: Dice) => {
  const [first, last] = [anyOf(firstNames, dice), anyOf(lastNames, dice)]
  const kind = dice()
  if (kind < 0.15) return first
  if (kind < 0.3) return `${first} the ${anyOf(bynames, dice)}`
  if (kind < 0.4) return `The ${anyOf(bynames, dice)} ${capital(anyOf(trades, dice))}`
  return `${first} ${last}`
}

const categoryOf = (dice: Dice) => {
  let left = dice() * shares
  return (categories.find(([, share]) => (left -= share) < 0) ?? categories[0]!)[0]
}

const tagsOf = (dice: Dice) => [
  ...new Set(Array.from({ length: Math.floor(dice() * 7) }, () => frequentOf(demoTags, dice))),
]
