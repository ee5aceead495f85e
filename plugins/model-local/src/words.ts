import language, { wordsOf } from './language.ts'

const stopWords = wordsOf(language.stopWords)
const roots = new Map(Object.entries(language.roots))

/** Returns a rough word stem, only for matching. The stem of 'keeps' and 'keeping' is 'keep'. */
export function stem(word: string): string {
  const plain = word.toLowerCase().replace(/[’']s?$/u, '')
  const root = roots.get(plain)
  if (root !== undefined) return root
  if (plain.endsWith('ies')) return plain.length > 4 ? plain.slice(0, -3) + 'y' : plain.slice(0, -1)
  if (plain.length < 5) return plain.replace(/(?<=[a-z]{3})s$/, '')
  return plain.replace(/(?<=.{3})(?:ing|edly|ed|es|ly|s|e)$/, '').replace(/([bdgmnprt])\1$/, '$1')
}

const groups = language.relatedWords.map((group) => new Set(group.split(' ').map(stem)))

/** Returns the words of a text in order, without stop words and single letters. Reads up to 2,000 characters. */
export function contentWords(text: string): string[] {
  const words = text.slice(0, 2000).match(/[\p{L}][\p{L}’'-]*/gu) ?? []
  return words.filter((word) => word.length > 1 && !stopWords.has(word.toLowerCase().replace(/[’']/g, '')))
}

/** Scores how well a text answers a question. A shared stem adds 3, a related word adds 1. */
export function affinity(asked: readonly string[], text: string): number {
  const stems = new Set(contentWords(text).map(stem))
  let score = 0
  for (const word of new Set(asked.map(stem))) {
    if (stems.has(word)) score += 3
    else if (groups.some((group) => group.has(word) && !group.isDisjointFrom(stems))) score += 1
  }
  return score
}

/** Splits a text into sentences and drops sentences over 320 characters. */
export function sentencesOf(text: string): string[] {
  const parts = text.slice(0, 20_000).match(/[^.!?…\n]+(?:[.!?…]+["”’)]*|(?=\n)|$)/gu) ?? []
  const sentences: string[] = []
  for (const sentence of parts.map((part) => part.trim())) {
    const last = sentences.at(-1)
    if (last !== undefined && /\b(?:Mr|Mrs|Ms|Dr|St|Prof|Capt)\.$/.test(last))
      sentences[sentences.length - 1] = `${last} ${sentence}`
    else if (/\p{L}/u.test(sentence)) sentences.push(sentence)
  }
  return sentences.filter((sentence) => sentence.length <= 320)
}
