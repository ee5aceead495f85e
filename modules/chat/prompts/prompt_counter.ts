import {
  compositionOf,
  hundredthsOf,
  scriptOf,
  tokensOfHundredths,
  type Composition,
  type Script,
} from './estimate_tokens.ts'
import { roundUpHidden } from './hidden_texts.ts'
import type { PromptMaterials } from './prompt_materials.ts'
import type { MessagePosition, PromptPart, PromptPartKind } from './prompt_plan.ts'
import { section } from './prompt_texts.ts'

/** Counts the tokens of a prompt's texts, corrected by what the model's provider has counted for texts of their script. */
export class PromptCounter {
  readonly script: Script
  /** The factor that estimates are multiplied by. */
  readonly ratio: number
  readonly #counted = new Map<string, Composition>()

  /** Hidden texts don't affect the script. */
  constructor(
    { texts, hidden, deepPins, history }: PromptMaterials,
    ratioOf: ((script: Script) => number) | undefined
  ) {
    this.script = scriptOf([
      ...Object.entries(texts).flatMap(([name, text]) => (hidden.has(name) ? [] : this.#count(text))),
      ...deepPins.map(({ text }) => this.#count(text)),
      ...history.map(({ composition }) => composition),
    ])
    this.ratio = ratioOf?.(this.script) ?? 1
  }

  /** Returns the tokens of a message that consists of these texts. */
  tokensOf(...texts: string[]): number {
    let hundredths = 0
    for (const text of texts) hundredths += hundredthsOf(this.#count(text))
    return this.#corrected(hundredths)
  }

  tokensOfMessage(composition: Composition): number {
    return this.#corrected(hundredthsOf(composition))
  }

  /** Reserves tokens for a hidden text by its length as written, because the macros in it must not show. */
  reservedFor(title: string, text: string): number {
    if (text.trim() === '') return 0
    const estimated = tokensOfHundredths(hundredthsOf(this.#count(section(title, text.trim()).join(''))))
    return roundUpHidden(roundUpHidden(estimated) * this.ratio)
  }

  /** Returns a part, or none without a text. */
  part(kind: PromptPartKind, title: string | null, pieces: string[], place?: MessagePosition): PromptPart[] {
    if (pieces.length === 0) return []
    return [{ kind, title, text: pieces.join(''), tokens: this.tokensOf(...pieces), ...(place && { place }) }]
  }

  #corrected(hundredths: number): number {
    return Math.ceil(tokensOfHundredths(hundredths) * this.ratio)
  }

  #count(text: string): Composition {
    const known = this.#counted.get(text) ?? compositionOf(text)
    this.#counted.set(text, known)
    return known
  }
}
