import type { HttpContext } from '@adonisjs/core/http'
import type { Result } from '#modules/kernel/result'

/** The secrets of one attempt. `state` and `nonce` pass through the provider. `verifier` stays here until the code is exchanged. */
export interface AttemptSecrets {
  state: string
  nonce: string
  verifier: string
}

/** An identity as a provider reports it. */
export interface Identity {
  /** `issuer` and `subject` identify the user permanently. */
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
  /** Membership in our Discord server, where one is configured. */
  guild?: { isMember: boolean; token: string; tokenSeconds: number }
}

/**
 * `denied`: the user declined. `unavailable`: the provider is down or slow, or rejects our client. `untrusted`: the response is invalid
 * for this attempt.
 */
export type IdentifyFailure = { kind: 'denied' } | { kind: 'unavailable' } | { kind: 'untrusted' }

/** An external identity provider. */
export interface IdentityProvider {
  /** Used in URLs. */
  readonly name: 'oidc' | 'discord'
  /** Shown on the button. */
  readonly label: string
  readonly issuer: string
  /** Returns the URL that asks the user to sign in. A proof asks the provider to authenticate again, if the provider supports that. */
  authorizationUrl(
    secrets: AttemptSecrets,
    purpose?: { isProof: boolean }
  ): Promise<Result<string, { kind: 'unavailable' }>>
  /** Exchanges the code in this request for an identity. A code works once. */
  identify(
    ctx: HttpContext,
    secrets: AttemptSecrets & { isProof?: boolean }
  ): Promise<Result<Identity, IdentifyFailure>>
  /** Runs a health check, and describes the result to the operator in a few words. */
  examine(): Promise<{ ok: boolean; says: string }>
}
