import type { PageAnswer, PageRequest } from './payment.ts'

export interface AgeCheck {
  /** A lower-case UUID that says nothing about the person. */
  id: string
  /** The browser returns to this http or https address after the check, whatever its outcome. */
  returnUrl: string
}

/** `pending`: the person hasn't finished, or the provider hasn't decided. */
export type AgeOutcome = 'of_age' | 'under_age' | 'pending'

/**
 * Verifies that a person is of age.
 *
 * The provider learns neither who the person is here nor what they read, and returns whether they are of age and nothing else: no name, no
 * document and no date of birth. `begin` and `lookUp` only throw `ProviderError`, neither retry nor log, and cancel the call when
 * `signal` fires. `begin` throws `bad_request` for an invalid check. The outcome comes from `lookUp`, never from what the browser
 * brings back.
 */
export interface AgeProvider {
  /** The provider's name in URLs and with each verified account, such as `sandbox`. */
  readonly name: string
  /** The provider's name for people. */
  readonly label: string
  /** Returns where the browser goes, and the provider's name for the check. The same check again gives the same reference. */
  begin(check: AgeCheck, signal: AbortSignal): Promise<{ url: string; reference: string }>
  /** Returns the outcome of a check. Null: the provider doesn't know the reference. */
  lookUp(reference: string, signal: AbortSignal): Promise<AgeOutcome | null>
  /** Serves the page of a provider without its own site on this server. Returns null if the page doesn't exist. */
  page?(request: PageRequest): Promise<PageAnswer | null>
}
