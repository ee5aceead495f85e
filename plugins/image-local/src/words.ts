import { readFileSync } from 'node:fs'

/** Parts of Open Peeps, styles of the vocabulary, colours as `#rrggbb`, and names of the scenery. */
type Detail =
  | 'style'
  | 'face'
  | 'beard'
  | 'eyewear'
  | 'hair'
  | 'skin'
  | 'cloth'
  | 'hue'
  | 'secondHue'
  | 'scene'
  | 'light'
  | 'weather'

/** The details that a prompt asks for. The pictures choose those that are missing. */
export interface Looks extends Partial<Record<Detail, string>> {
  sex?: 'woman' | 'man'
  age?: 'young' | 'old'
  things?: string[]
}

/** Lists every word by what it draws: single words in lower case without a plural -s, or emoji. */
const vocabulary = JSON.parse(readFileSync(new URL('./vocabulary.json', import.meta.url), 'utf8'))

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const mapOf = (pairs: string): ReadonlyMap<string, string> =>
  new Map([...pairs.matchAll(/(\S+) (\S+)/g)].map(([, word, value]) => [word!, value!]))

/** Removes variation selectors and skin tones of emoji. */
export const withoutVariants = (text: string) => text.replace(/\ufe0f|\p{Emoji_Modifier}/gu, '')

/** The heads of Open Peeps for a style, a sex, or with hair of another colour than the lines. */
export const headsOf = (what: string): string[] => (vocabulary.heads[what] ?? vocabulary.styles[what].heads).split(' ')
/** The scenes that another scene also shows. */
export const sceneParts: Record<string, string[]> = vocabulary.sceneParts
export const colours = mapOf(vocabulary.colours)
export const skins = mapOf(vocabulary.skins)
export const hairAdjectives = mapOf(vocabulary.hairAdjectives)
/** Clothes and headwear, which a colour may precede. */
export const garments = setOf(vocabulary.garments)
/** Words that ask for a portrait. */
export const portraits = setOf(vocabulary.portraits)
export const negations = setOf(vocabulary.negations)
/** Words without a picture of their own. They are never reported as left out. */
export const silent = setOf(vocabulary.silent)

/** The details that each word asks for. */
export const senses = new Map<string, Looks[]>()
/** The usual looks of the people that each word names. */
export const people = new Map<string, Looks>()

const eachOf = (words: string, learn: (word: string) => void) => withoutVariants(words).split(' ').forEach(learn)
const details = { ...vocabulary.details, style: {} as Record<string, string> }
for (const [style, { words }] of Object.entries<{ words: string }>(vocabulary.styles)) details.style[style] = words
for (const [detail, table] of Object.entries<Record<string, string>>(details))
  for (const [value, words] of Object.entries(table)) {
    const looks = detail === 'thing' ? { things: [value] } : { [detail]: value }
    eachOf(words, (word) => senses.set(word, [...(senses.get(word) ?? []), looks]))
  }
for (const { words, looks } of vocabulary.people)
  eachOf(words, (word) => people.set(word, { ...looks, ...people.get(word) }))
