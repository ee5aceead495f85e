/** Chance that is the same for the same seed. */
export interface Dice {
  /** From 0 to 1. */
  next(): number
  between(from: number, to: number): number
  pick<One>(list: readonly One[]): One
  /** True so often as `share` says. */
  chance(share: number): boolean
}

/** Numbers from 0 to 1, many of one (mulberry32). */
export const chance = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** Makes one number of the text (xmur3), and many of that. */
export const diceOf = (seed: string): Dice => {
  let state = 1779033703 ^ seed.length
  for (let n = 0; n < seed.length; n++) {
    state = Math.imul(state ^ seed.charCodeAt(n), 3432918353)
    state = (state << 13) | (state >>> 19)
  }
  const next = chance(state)
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    chance: (share) => next() < share,
  }
}
