import type { Steps } from '#modules/kernel/steps'
import type { Candidate } from './prepare.ts'

/** The tokens spent so far. `isFull` stays set for later passes, because the first entry that doesn't fit closes the common budget. */
export interface TokenBudget {
  readonly tokens: number
  spent: number
  isFull: boolean
  /** The tokens spent by each book, by its id. */
  readonly spentByBook: Map<string, number>
}

interface SpendRules {
  /** Null if the text isn't read, because there is no work left. */
  tokensOf: (candidate: Candidate) => number | null
  onOut: (candidate: Candidate, kind: 'budget' | 'book_budget' | 'over_limit') => void
}

/** Returns the entries that fit, in the given order. Entries that ignore the budget are always in, but their tokens count. */
export function* spend(wanted: readonly Candidate[], budget: TokenBudget, rules: SpendRules): Steps<Candidate[]> {
  const fitting: Candidate[] = []
  for (const candidate of yield* withinBookBudgets(wanted, budget, rules)) {
    yield
    const { ignoreBudget } = candidate.entry
    const tokens = rules.tokensOf(candidate)
    const isTooMuch = tokens !== null && !ignoreBudget && (budget.isFull || budget.spent + tokens > budget.tokens)
    if (tokens === null || (!isTooMuch && !candidate.work.take('entries', 1))) rules.onOut(candidate, 'over_limit')
    else if (isTooMuch) {
      budget.isFull = true
      rules.onOut(candidate, 'budget')
    } else {
      budget.spent += tokens
      budget.spentByBook.set(candidate.book.id, (budget.spentByBook.get(candidate.book.id) ?? 0) + tokens)
      fitting.push(candidate)
    }
  }
  return fitting
}

/** Drops entries of each book that exceeds its own budget, the lowest priority first. */
function* withinBookBudgets(wanted: readonly Candidate[], purse: TokenBudget, rules: SpendRules): Steps<Candidate[]> {
  const out = new Set<Candidate>()
  const limited = wanted.filter(({ book, entry }) => book.tokenBudget !== null && !entry.ignoreBudget)
  for (const [book, entries] of Map.groupBy(limited, ({ book }) => book)) {
    let left = book.tokenBudget! - (purse.spentByBook.get(book.id) ?? 0)
    let isFull = false
    for (const candidate of entries.toSorted(byPriority)) {
      yield
      left -= rules.tokensOf(candidate) ?? 0
      isFull ||= left < 0
      if (!isFull) continue
      out.add(candidate)
      rules.onOut(candidate, 'book_budget')
    }
  }
  return out.size === 0 ? [...wanted] : wanted.filter((candidate) => !out.has(candidate))
}

const byPriority = (a: Candidate, b: Candidate): number =>
  Number(b.isSticky) - Number(a.isSticky) ||
  (b.entry.priority ?? b.entry.order) - (a.entry.priority ?? a.entry.order) ||
  a.index - b.index
