import { isLongRun } from './long_run.ts'

/** A seeded pseudo-random generator (xorshift32, Marsaglia 2003). Returns numbers in [0, 1). */
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

/** Random in the long run only, so that a failure of `npm test` is due to a change. */
const seed = Number(process.env.SEED ?? (isLongRun ? Date.now() % 1_000_000_000 : 7))

/** The seed of this run. Set SEED to repeat one. */
export const seedOfRun = (): number => seed
