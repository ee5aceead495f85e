/** Returns a seeded pseudo-random generator (xorshift32, Marsaglia 2003) of numbers in [0, 1). */
export const dice = (seed: number): (() => number) => {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 4_294_967_296
  }
}

/** The seed, which is the same in every run, so that a failure is due to a change. */
const seed = Number(process.env.SEED ?? 7)

/** Returns the seed of this run. Set SEED for another one. */
export const seedOfRun = (): number => seed
