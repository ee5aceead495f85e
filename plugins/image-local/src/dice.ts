/** A generator of seeded random numbers. The same seed gives the same sequence. */
export interface Dice {
  between(from: number, to: number): number
  pick<Item>(list: readonly Item[]): Item
  /** Returns true with the probability `share`. */
  chance(share: number): boolean
}

/** Creates dice: hashes the seed (FNV-1a), then generates numbers of at least 0 and below 1 (mulberry32). */
export const diceOf = (seed: string): Dice => {
  let state = 0x811c9dc5
  for (let n = 0; n < seed.length; n++) state = Math.imul(state ^ seed.charCodeAt(n), 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (from, to) => from + next() * (to - from),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    chance: (share) => next() < share,
  }
}
