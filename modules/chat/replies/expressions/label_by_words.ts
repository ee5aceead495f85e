import { foldText, unspacedScript, wordsOf } from '../folded_words.ts'
import lexicon from './lexicon.json' with { type: 'json' }

/*
 * Chooses the expression that suits an answer, by words of ten languages. Expressions have any names, so the lexicon also has the usual names of
 * each emotion, the closest first: the labels of SillyTavern's classifier, and those of common packs of pictures. A name that isn't among them is
 * looked for in the text.
 */

/** The label of an answer without a clear emotion. */
export const neutralLabel = 'neutral'

/** The part of a longer text that is read: its end, which is the mood that the user answers. */
const readMax = 4_000
/** Actions show a mood better than speech. */
const actionWeight = 3
const action = /\*[^*\n]+\*/g
/** Shorter beginnings of words are no stems. */
const stemMin = 3
/** Shorter names of expressions are not looked for in texts. */
const nameMin = 3

const negations = new Set(wordsOf(foldText(lexicon.negations)))
/** The emotion of a whole word, and of the beginning of a word. */
const whole = new Map<string, string>()
const stems = new Map<string, string>()
/** Phrases without spaces. */
const phrases: [phrase: string, emotion: string][] = []
/** The emotion of a name, and its place among the names of the emotion. */
const names = new Map<string, { emotion: string; rank: number }>()

for (const [emotion, list] of Object.entries(lexicon.names))
  for (const [rank, name] of list.split(' ').entries()) names.set(name, { emotion, rank })
for (const words of Object.values(lexicon.words))
  for (const [emotion, list] of Object.entries(words)) {
    if (unspacedScript.test(list)) {
      for (const phrase of list.split('|')) phrases.push([wordsOf(foldText(phrase)).join(''), emotion])
      continue
    }
    for (const word of list.split(' ')) {
      const [folded] = wordsOf(foldText(word))
      if (folded) (word.endsWith('*') ? stems : whole).set(folded, emotion)
    }
  }

/** Returns the label for a text: the name of one of these expressions, or `neutralLabel` when unsure. */
export const labelByWords = (text: string, expressionNames: readonly string[]): string => {
  const end = text.slice(-readMax)
  const counts = new Map<string, number>()
  count(end, 1, counts)
  for (const [found] of end.matchAll(action)) count(found, actionWeight - 1, counts)
  const folded = foldText(end)
  const said = new Set(wordsOf(folded))
  let best = { name: neutralLabel, score: 0, rank: Infinity }
  for (const name of expressionNames) {
    const { emotion, rank, words } = meaningOf(name)
    const score =
      emotion === null
        ? Number(words.length > 0 && words.every((word) => isSaid(word, said, folded)))
        : (counts.get(emotion) ?? 0)
    if (score > best.score || (score > 0 && score === best.score && rank < best.rank)) best = { name, score, rank }
  }
  return best.name
}

const isSaid = (word: string, said: ReadonlySet<string>, folded: string) =>
  unspacedScript.test(word) ? folded.includes(word) : word.length >= nameMin && said.has(word)

/** Adds the emotions of a text. A word after a negation doesn't count. */
const count = (text: string, weight: number, counts: Map<string, number>) => {
  const words = wordsOf(foldText(text))
  const add = (emotion: string) => counts.set(emotion, (counts.get(emotion) ?? 0) + weight)
  for (const [at, word] of words.entries()) {
    const emotion = emotionOf(word)
    if (emotion !== null && !negations.has(words[at - 1] ?? '')) add(emotion)
  }
  if (!unspacedScript.test(text)) return
  const joined = words.join('')
  for (const [phrase, emotion] of phrases) if (joined.includes(phrase)) add(emotion)
}

const emotionOf = (word: string): string | null => {
  const known = whole.get(word)
  if (known !== undefined) return known
  for (let length = Math.min(word.length, stemMax); length >= stemMin; length--) {
    const emotion = stems.get(word.slice(0, length))
    if (emotion !== undefined) return emotion
  }
  return null
}

const stemMax = Math.max(...[...stems.keys()].map(({ length }) => length))

/** Names such as `joy-2` and `very_happy` have the emotion of one of their words. */
const meaningOf = (name: string): { emotion: string | null; rank: number; words: string[] } => {
  const words = wordsOf(foldText(name))
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '')
  const known = words.map((word) => names.get(word)).find((found) => found !== undefined)
  if (known) return { ...known, words }
  // Names in other languages are words of the lexicon.
  const emotion =
    words.map(emotionOf).find((found) => found !== null) ??
    phrases.find(([phrase]) => words.join('').includes(phrase))?.[1]
  return { emotion: emotion ?? null, rank: namesMax, words }
}

/** More than any emotion has. */
const namesMax = 100

/** Returns the name that an answer is or contains, the longest if it contains several. */
export const nameIn = (answer: string, names: readonly string[]): string | null => {
  const said = ` ${wordsOf(foldText(answer)).join(' ')} `
  const found = names
    .map((name) => ({ name, words: wordsOf(foldText(name)).join(' ') }))
    .filter(({ words }) => words !== '' && said.includes(` ${words} `))
    .toSorted((a, b) => b.words.length - a.words.length)
  return found[0]?.name ?? null
}
