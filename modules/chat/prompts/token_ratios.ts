import type { Script } from './estimate_tokens.ts'
import { hiddenStepTokens } from './hidden_texts.ts'

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
/** Below it, a step of the ratio would tell more about a hidden text than the steps in which its tokens are shown. */
const hiddenPromptMin = 4 * hiddenStepTokens

/** The ratios of providers' counts to our estimates, by model and script. Learned from reported usage, and kept in memory only. */
export class TokenRatios {
  readonly #ratios = new Map<string, number>()
  /** The estimate of the longest prompt to which a model has begun a reply. */
  readonly #accepted = new Map<string, number>()

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

  /**
   * Learns from a prompt with texts that its user may not read. The ratio is visible in the estimates of other texts, so it only rises, in
   * large steps: an exact ratio would tell the length of the hidden texts.
   */
  learnFromHidden(model: string, script: Script, estimated: number, counted: number) {
    if (estimated < hiddenPromptMin || !Number.isFinite(counted) || counted <= 0) return
    // A little more than estimated isn't worth a whole step: at worst, a prompt is refused once.
    const steps = Math.ceil(Math.log(counted / estimated / margin) / Math.log(refusedStep))
    if (steps > 0) this.#set(model, script, Math.max(this.of(model, script), refusedStep ** steps))
  }

  /** Learns that the model has begun a reply to a prompt of this estimate. */
  accept(model: string, tokens: number) {
    if (tokens > this.acceptedBy(model)) this.#accepted.set(model, tokens)
  }

  acceptedBy(model: string): number {
    return this.#accepted.get(model) ?? 0
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
