import type { CharacterDraft } from '../domain/character_rules.ts'
import type { Dice } from '../portraits/dice.ts'
import { bynames, demoTags, firstNames, lastNames, places, qualities, things, trades } from './words.ts'

/** Categories and their relative frequencies, modelled on a real gallery. */
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

/** Picks by Zipf's law: the nth word is about 1/n as frequent as the first. */
const frequentOf = (words: readonly string[], dice: Dice) => words[Math.floor((words.length + 1) ** dice.next()) - 1]!

const anA = (word: string) => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A demo character and its message count. Few characters are popular, most have few messages. */
export const demoCharacter = (dice: Dice): { draft: CharacterDraft; messages: number } => {
  const name = nameOf(dice)
  const quality = () => frequentOf(qualities, dice)
  const thing = () => frequentOf(things, dice)
  const trade = dice.pick(trades).replace('-', ' ')
  const place = dice.pick(places)
  const category = categoryOf(dice)
  const first = name.split(' ')[0]!
  const sentences = [
    `${capital(anA(quality()))} ${trade} from ${place} with ${anA(quality())} heart and one ${thing()} too many.`,
    `${first} keeps ${anA(thing())} that nobody else may touch, and never says why.`,
    `You meet by chance, over ${anA(thing())} and a broken ${thing()}.`,
    `They say the ${thing()} of ${dice.pick(places)} was lost because of someone ${quality()}.`,
  ]
  const isNsfw = category === 'Limitless' || dice.chance(0.03)
  const draft: CharacterDraft = {
    name,
    description: sentences.slice(0, 1 + Math.floor(dice.next() * 4)).join(' '),
    backstory: `${first} grew up in ${place} as the child of ${anA(dice.pick(trades))}. ${sentences.toReversed().join(' ')}`,
    personality: `${capital(quality())}, ${quality()} and ${quality()}; ${quality()} when it comes to the ${thing()}.`,
    firstMessage: `*${first} looks up from the ${thing()}.* Oh, {{user}}. I had not expected anyone before the ${thing()}.`,
    greeting: '',
    scenario: `Late evening in ${place}. ${first} is alone with ${anA(thing())}.`,
    avatar: null,
    background: null,
    category,
    tags: tagsOf(dice),
    isNsfw,
    isPublic: dice.chance(0.98),
  }
  return { draft, messages: Math.floor(dice.next() ** 12 * 40_000) }
}

const nameOf = (dice: Dice) => {
  const [first, last] = [dice.pick(firstNames), dice.pick(lastNames)]
  const kind = dice.next()
  if (kind < 0.15) return first
  if (kind < 0.3) return `${first} the ${dice.pick(bynames)}`
  if (kind < 0.4) return `The ${dice.pick(bynames)} ${capital(dice.pick(trades))}`
  return `${first} ${last}`
}

const categoryOf = (dice: Dice) => {
  let left = dice.next() * shares
  return (categories.find(([, share]) => (left -= share) < 0) ?? categories[0]!)[0]
}

const tagsOf = (dice: Dice) => [
  ...new Set(Array.from({ length: Math.floor(dice.next() * 7) }, () => frequentOf(demoTags, dice))),
]
