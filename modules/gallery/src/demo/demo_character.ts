import type { CharacterDraft } from '../domain/character_rules.ts'
import { bynames, demoTags, firstNames, lastNames, places, qualities, things, trades } from './words.ts'

/** Returns numbers from 0 to 1. */
type Random = () => number

const pick = <Item>(list: readonly Item[], random: Random): Item => list[Math.floor(random() * list.length)]!

/** Categories and their relative frequencies, modeled on a real gallery. */
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

/** Picks a word by Zipf's law. The nth word is about 1/n as frequent as the first. */
const frequentOf = (words: readonly string[], random: Random) => words[Math.floor((words.length + 1) ** random()) - 1]!

const anA = (word: string) => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns a demo character and its message count. Few characters are popular, and most have few messages. */
export const demoCharacter = (random: Random = Math.random): { draft: CharacterDraft; messages: number } => {
  const name = nameOf(random)
  const quality = () => frequentOf(qualities, random)
  const thing = () => frequentOf(things, random)
  const trade = pick(trades, random).replace('-', ' ')
  const place = pick(places, random)
  const category = categoryOf(random)
  const first = name.split(' ')[0]!
  const sentences = [
    `${capital(anA(quality()))} ${trade} from ${place} with ${anA(quality())} heart and one ${thing()} too many.`,
    `${first} keeps ${anA(thing())} that nobody else may touch, and never says why.`,
    `You meet by chance, over ${anA(thing())} and a broken ${thing()}.`,
    `They say the ${thing()} of ${pick(places, random)} was lost because of someone ${quality()}.`,
  ]
  const isNsfw = category === 'Limitless' || random() < 0.03
  const draft: CharacterDraft = {
    name,
    description: sentences.slice(0, 1 + Math.floor(random() * 4)).join(' '),
    backstory: `${first} grew up in ${place} as the child of ${anA(pick(trades, random))}. ${sentences.toReversed().join(' ')}`,
    personality: `${capital(quality())}, ${quality()} and ${quality()}; ${quality()} when it comes to the ${thing()}.`,
    firstMessage: `*${first} looks up from the ${thing()}.* Oh, {{user}}. I had not expected anyone before the ${thing()}.`,
    greeting: '',
    scenario: `Late evening in ${place}. ${first} is alone with ${anA(thing())}.`,
    avatar: null,
    avatarFocus: null,
    background: null,
    category,
    tags: tagsOf(random),
    isNsfw,
    isPublic: random() < 0.98,
  }
  return { draft, messages: Math.floor(random() ** 12 * 40_000) }
}

const nameOf = (random: Random) => {
  const [first, last] = [pick(firstNames, random), pick(lastNames, random)]
  const kind = random()
  if (kind < 0.15) return first
  if (kind < 0.3) return `${first} the ${pick(bynames, random)}`
  if (kind < 0.4) return `The ${pick(bynames, random)} ${capital(pick(trades, random))}`
  return `${first} ${last}`
}

const categoryOf = (random: Random) => {
  let left = random() * shares
  return (categories.find(([, share]) => (left -= share) < 0) ?? categories[0]!)[0]
}

const tagsOf = (random: Random) => [
  ...new Set(Array.from({ length: Math.floor(random() * 7) }, () => frequentOf(demoTags, random))),
]
