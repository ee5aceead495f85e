/*
 * The regex scripts of a card. The browser runs this file, so it must not depend on the server.
 */

/** A rule of a card that changes how messages look, or what the model reads of them. */
export interface RegexScript {
  name: string
  /** As SillyTavern has it: `/pattern/flags`, or a bare pattern. */
  find: string
  replace: string
  /** Texts to remove from what `$1` and `{{match}}` insert. */
  trim: string[]
  /** The messages that it changes. */
  of: ('user' | 'character')[]
  /** SillyTavern's `both` rewrites the stored message. Here, the message stays, and both its readers get the change. */
  where: 'both' | 'display' | 'prompt'
  /** Whether the macros of `find` are filled in, and their values escaped. */
  fills: 'none' | 'raw' | 'escaped'
  /** It changes messages that are at least and at most so many messages before the last one. */
  minDepth: number | null
  maxDepth: number | null
}

export const scriptLimits = {
  scriptsMax: 50,
  nameMax: 200,
  patternMax: 2_000,
  replacementMax: 8_000,
  trimsMax: 20,
  trimMax: 500,
  depthMax: 10_000,
  /** A longer result counts as a failure. */
  resultMax: 32_000,
} as const
