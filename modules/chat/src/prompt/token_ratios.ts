import type { Script } from './estimate_tokens.ts'

/** Bounds for ratios, because a provider may count wrongly. */
const [ratioMin, ratioMax] = [0.5, 4]
/** The minimum tokens of a prompt to learn from. In smaller prompts, the tokens that the provider adds weigh too much. */
const promptMin = 200
/** A safety margin, because the next text differs from the last. */
const margin = 1.05
/** Ratios fall slowly and rise at once, because a ratio that is too low costs a refused request. */
const downShare = 0.1
/** The factor by which a refused prompt raises the ratio. */
const refusedStep = 1.25

/** The ratios of providers' counts to our estimates, by model and script. Learned from reported usage, and kept in memory only. */
export class TokenRatios {
  readonly #ratios = new Map<string, number>()

  /** Returns the factor for estimates, which is 1 at first. */
  of(model: string, script: Script): number {
    return this.#ratios.get(keyOf(model, script)) ?? 1
  }

  /** Learns from a count of the provider. `estimated`: the plain estimate, without a ratio. */
  learn(model: string, script: Script, estimated: number, counted: number) {
    if (estimated < promptMin || !Number.isFinite(counted) || counted <= 0) return
    const before = this.of(model, script)
    const seen = (counted / estimated) * margin
    this.#set(model, script, seen > before ? seen : before + (seen - before) * downShare)
  }

  /** Raises the ratio. Call it when a prompt was refused as too long. */
  raise(model: string, script: Script) {
    this.#set(model, script, this.of(model, script) * refusedStep)
  }

  #set(model: string, script: Script, ratio: number) {
    this.#ratios.set(keyOf(model, script), Math.min(ratioMax, Math.max(ratioMin, ratio)))
  }
}

const keyOf = (model: string, script: Script) => `${script} ${model}`
