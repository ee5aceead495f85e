import type { SummaryTask } from '../../contract/model.ts'
import { sentencesOf } from './words.ts'

/** The limit of a summary, in words. */
const wordsMax = 250
/** The limit of a quoted sentence, in characters. Longer sentences contain too little for their length. */
const sentenceMax = 240
const factsMax = 3
/** The minimum score of a fact. A fact has a number, or at least two names. */
const factScoreMin = 2

interface Quote {
  text: string
  /** The number of names, plus two for each number. */
  score: number
}

/**
 * Summarizes a dialogue by quoting one sentence of each message, the one with the highest score. If scores are equal, quotes the first
 * sentence. Drops the lines with the lowest scores when the summary is too long. Repeats the best new facts at the end.
 */
export const writeExtract = ({ previous, lines }: SummaryTask): string => {
  const older = previous
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((text) => ({ text, score: scoreOf(text) }))
  const newer = lines.flatMap(({ name, text }) => {
    const quote = mostTelling(text)
    return quote ? [{ quote, line: { text: `${name}: ${quote.text}`, score: quote.score } }] : []
  })
  const kept = fit([...older, ...newer.map(({ line }) => line)])
  const facts = newer
    .filter(({ quote: { score, text } }) => score >= factScoreMin && !text.endsWith('?'))
    .toSorted((left, right) => right.quote.score - left.quote.score)
    .slice(0, factsMax)
    .map(({ line }) => `- ${line.text}`)
  return [...kept, ...(facts.length > 0 ? ['FACTS:', ...facts] : [])].join('\n')
}

const mostTelling = (text: string): Quote | null => {
  const sentences = sentencesOf(text.replace(/[*_]/g, ''))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && sentence.length <= sentenceMax)
    .map((sentence) => ({ text: sentence, score: scoreOf(sentence) }))
  return sentences.reduce<Quote | null>((best, each) => (best && best.score >= each.score ? best : each), null)
}

/** Counts names once and numbers twice. Never counts the first word of a sentence as a name. */
const scoreOf = (sentence: string): number => {
  const names = new Set(sentence.match(/(?<=[\p{L}\d,;’'-] )\p{Lu}[\p{L}’'-]{2,}/gu))
  const numbers = new Set(sentence.match(/\d+/g))
  return names.size + 2 * numbers.size
}

const fit = (quotes: readonly Quote[]): string[] => {
  let excess = quotes.reduce((sum, { text }) => sum + wordsIn(text), 0) - wordsMax
  const left = new Set<Quote>()
  // Drops quotes with the lowest scores first. If scores are equal, drops the oldest quote first.
  for (const quote of quotes.toSorted((a, b) => a.score - b.score)) {
    if (excess <= 0) break
    left.add(quote)
    excess -= wordsIn(quote.text)
  }
  return quotes.filter((quote) => !left.has(quote)).map(({ text }) => text)
}

const wordsIn = (text: string) => text.match(/\S+/g)?.length ?? 0
