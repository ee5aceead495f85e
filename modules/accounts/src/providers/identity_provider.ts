import type { HttpContext } from '@adonisjs/core/http'
import type { Result } from '#modules/kernel/result'

/** The secrets of one attempt. `state` and `nonce` travel through the provider, `verifier` never leaves before the code is back. */
export interface AttemptSecrets {
  state: string
  nonce: string
  verifier: string
}

/** Who somebody is, as a provider says. */
export interface Identity {
  /** With `subject`, who it is for ever. */
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
  /** Of our Discord server, where there is one to be a member of. */
  guild?: { isMember: boolean; token: string; tokenSeconds: number }
}

/**
 * `denied`: they did not allow it. `unavailable`: the provider is away, slow, or does not take us for who we are. `untrusted`: what
 * came back is not what an honest provider sends for this attempt.
 */
export type IdentifyFailure = { kind: 'denied' } | { kind: 'unavailable' } | { kind: 'untrusted' }

/** Somebody else who knows who people are. */
export interface IdentityProvider {
  /** In addresses. */
  readonly name: 'oidc' | 'discord'
  /** On its button. */
  readonly label: string
  readonly issuer: string
  /** Where a browser is sent to be recognised; for a proof also when the provider would know it without asking, where it can be told so. */
  authorizationUrl(
    secrets: AttemptSecrets,
    purpose?: { isProof: boolean }
  ): Promise<Result<string, { kind: 'unavailable' }>>
  /** Who came back with this request. It takes a code once. */
  identify(
    ctx: HttpContext,
    secrets: AttemptSecrets & { isProof?: boolean }
  ): Promise<Result<Identity, IdentifyFailure>>
  /** Whether it could be asked now, in a few words for the operator. */
  examine(): Promise<{ ok: boolean; says: string }>
}
