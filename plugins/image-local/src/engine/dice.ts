/** A generator of seeded random numbers. The same seed gives the same sequence. */
export interface Dice {
  /** Returns a number of at least 0 and below 1. */
  next(): number
  between(from: number, to: number): number
  pick<Item>(list: readonly Item[]): Item
  /** Returns true with the probability `share`. */
  chance(share: number): boolean
}

/** Creates a generator of numbers of at least 0 and below 1 (mulberry32). */
const generator = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** Creates dice. Hashes the seed with xmur3. */
export const diceOf = (seed: string): Dice => {
  let state = 1779033703 ^ seed.length
  for (let n = 0; n < seed.length; n++) {
    state = Math.imul(state ^ seed.charCodeAt(n), 3432918353)
    state = (state << 13) | (state >>> 19)
  }
  const next = generator(state)
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    chance: (share) => next() < share,
  }
}
