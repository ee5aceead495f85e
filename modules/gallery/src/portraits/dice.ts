/** Chance that is the same for the same seed. */
export interface Dice {
  /** From 0 to 1. */
  next(): number
  between(from: number, to: number): number
  pick<One>(list: readonly One[]): One
  /** True so often as `share` says. */
  chance(share: number): boolean
}

/** xmur3 makes a number of the text, mulberry32 many of that. */
export const diceOf = (seed: string): Dice => {
  let state = 1779033703 ^ seed.length
  for (let n = 0; n < seed.length; n++) {
    state = Math.imul(state ^ seed.charCodeAt(n), 3432918353)
    state = (state << 13) | (state >>> 19)
  }
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    chance: (share) => next() < share,
  }
}
