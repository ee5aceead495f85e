import type { Script } from './estimate_tokens.ts'

/** No report makes an estimate smaller or larger than this; a provider may count wrongly. */
const [ratioMin, ratioMax] = [0.5, 4]
/** A smaller prompt says more about what the provider adds to it than about the script. */
const promptMin = 200
/** What is kept in hand: the next text differs from the last. */
const margin = 1.05
/** Down slowly, since too low a ratio costs a refused request. Up at once. */
const downShare = 0.1
/** How much a refused prompt raises it. */
const refusedStep = 1.25

/**
 * How the tokens that a model counts compare to our estimates, by model and script. Learnt from what providers report; held in memory
 * and as small as the number of configured models times the number of scripts.
 */
export class TokenRatios {
  readonly #ratios = new Map<string, number>()

  /** What to multiply an estimate by; 1 before anything is known. */
  of(model: string, script: Script): number {
    return this.#ratios.get(keyOf(model, script)) ?? 1
  }

  /** `estimated` without any ratio. */
  learn(model: string, script: Script, estimated: number, counted: number) {
    if (estimated < promptMin || !Number.isFinite(counted) || counted <= 0) return
    const before = this.of(model, script)
    const seen = (counted / estimated) * margin
    this.#set(model, script, seen > before ? seen : before + (seen - before) * downShare)
  }

  /** A prompt was refused as too long. */
  raise(model: string, script: Script) {
    this.#set(model, script, this.of(model, script) * refusedStep)
  }

  #set(model: string, script: Script, ratio: number) {
    this.#ratios.set(keyOf(model, script), Math.min(ratioMax, Math.max(ratioMin, ratio)))
  }
}

const keyOf = (model: string, script: Script) => `${script} ${model}`
