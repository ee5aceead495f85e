import { engineLimits } from './limits.ts'

type Kind = keyof typeof engineLimits.work

/** Filling a unit takes as long as searching this many. */
const filledFactor = 10
/** How long an amount of each kind takes, relative to the search of one unit. */
const costs: Record<Kind, number> = { keys: 20, looks: 2, filled: 4, searched: 1, entries: 20 }
/** The cost of a few milliseconds. */
const pauseCost = 200_000

/**
 * Limits the work of one prompt, whatever its lorebooks contain. Counts work instead of time, so that the same input gives the same result.
 */
export class Work {
  readonly #left: Record<Kind, number> = { ...engineLimits.work }
  /** How often work was refused. */
  refusals = 0
  #sincePause = 0
  #entryLeft: number = engineLimits.entryUnitsMax

  /** Begins the work on one entry. */
  beginEntry() {
    this.#entryLeft = engineLimits.entryUnitsMax
  }

  /** Takes an amount of work. If less is left for the prompt or the entry, takes nothing and returns false. */
  take(kind: Kind, amount: number): boolean {
    const inEntry = kind === 'searched' ? amount : kind === 'filled' ? amount * filledFactor : 0
    if (amount > this.#left[kind] || inEntry > this.#entryLeft) {
      this.refusals++
      return false
    }
    this.#left[kind] -= amount
    this.#entryLeft -= inEntry
    this.#sincePause += amount * costs[kind]
    return true
  }

  /** Whether enough was done since the last pause for another one. */
  pauses(): boolean {
    if (this.#sincePause < pauseCost) return false
    this.#sincePause = 0
    return true
  }
}
