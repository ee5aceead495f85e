import type { Candidate } from './prepare.ts'
import type { ActivationSettings, BookOrigin } from './types.ts'

const ranks: Record<ActivationSettings['strategy'], Record<BookOrigin, number>> = {
  mixed: { chat: 0, persona: 1, character: 2, global: 2 },
  character_first: { chat: 0, persona: 1, character: 2, global: 3 },
  global_first: { chat: 0, persona: 1, character: 3, global: 2 },
}

/** Returns the candidates in the order in which they spend the budget: by the book's origin, then by `order`, highest first. */
export const bySpending = (candidates: readonly Candidate[], strategy: ActivationSettings['strategy']): Candidate[] => {
  const rank = ranks[strategy]
  return candidates.toSorted((a, b) => {
    if (a.book !== b.book && a.book.origin !== b.book.origin) {
      const difference = rank[a.book.origin] - rank[b.book.origin]
      if (difference !== 0) return difference
    }
    return b.entry.order - a.entry.order
  })
}

/** Compares candidates by their order in the prompt: the lowest `order` comes first. */
export const byPrompt = (a: Candidate, b: Candidate): number => a.entry.order - b.entry.order || a.index - b.index
