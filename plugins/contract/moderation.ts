/** The content that a person wants to show to others. */
export interface ModerationRequest {
  texts: readonly string[]
  /** Pictures as `data:` URLs, and addresses of pictures elsewhere. */
  pictures: readonly string[]
  /** Whether only people who chose to see adult content get to see it. */
  isAdult: boolean
}

/** The judgment of a request as a whole. */
export interface Verdict {
  /**
   * The categories that apply, each once, in the spelling of OpenAI where it has one: `sexual`, `hate/threatening`, `sexual/minors`. Empty:
   * nothing was found.
   */
  categories: readonly string[]
  /** The words that a word list found. The author may see them. */
  words?: readonly string[]
}

/** Content of this category is never published. Configuration can't change that. */
export const minorsCategory = 'sexual/minors'

/** An adult character that states an age under 18. */
export const minorAgeCategory = 'minor_age'

/** A text with one of the operator's forbidden words. */
export const forbiddenWordsCategory = 'forbidden_words'

/**
 * Judges content before it is published.
 *
 * `judge` keeps these promises:
 *
 * - It judges every text completely, whatever its length, and every picture if `takesPictures` is true.
 * - It only throws `ProviderError`, and throws instead of guessing: `invalid_response` when an answer doesn't cover everything that was sent.
 * - It makes one call at a time, without a retry.
 * - When `signal` fires, it closes the connection and throws at once. When a call passes its time limit, it throws `timeout`.
 * - Neither errors nor logs contain a text or a key.
 */
export interface ModerationProvider {
  /** Whether it answers within milliseconds and without a network, so that a request can wait for it. */
  readonly isInstant: boolean
  readonly takesPictures: boolean
  judge(request: ModerationRequest, signal: AbortSignal): Promise<Verdict>
}

/** Combines providers: the verdict has what any of them found. All must answer. Pictures go to those that take them. */
export const moderationChain = (providers: readonly ModerationProvider[]): ModerationProvider => ({
  isInstant: providers.every(({ isInstant }) => isInstant),
  takesPictures: providers.some(({ takesPictures }) => takesPictures),
  async judge({ pictures, ...request }, signal) {
    const verdicts: Verdict[] = []
    for (const provider of providers)
      verdicts.push(await provider.judge({ ...request, pictures: provider.takesPictures ? pictures : [] }, signal))
    return joinVerdicts(verdicts)
  },
})

/** Returns one verdict with the categories and words of all, each once. */
export const joinVerdicts = (verdicts: readonly Verdict[]): Verdict => {
  const words = [...new Set(verdicts.flatMap(({ words = [] }) => words))]
  return {
    categories: [...new Set(verdicts.flatMap(({ categories }) => categories))],
    ...(words.length > 0 && { words }),
  }
}
