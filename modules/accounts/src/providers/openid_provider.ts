import type { HttpContext } from '@adonisjs/core/http'
import type { Logger } from '@adonisjs/core/logger'
import type * as OpenId from 'openid-client'
import type { Timers } from '#plugins/contract/timers'
import { fail, ok } from '#modules/kernel/result'
import type { AttemptSecrets, IdentifyFailure, Identity, IdentityProvider } from './identity_provider.ts'

export interface OpenIdSettings {
  issuer: string
  clientId: string
  /** Null for a public client, which relies on PKCE alone. */
  clientSecret: string | null
  label: string
  redirectUri: string
  /** Timeout per request. */
  timeoutMs: number
}

/** How long the provider's metadata is cached. */
const metadataMinutes = 60
/** Maximum age of the provider's authentication for a proof. Equals the lifetime of an attempt. */
const proofSecondsMax = 600
/** Upper bound of a provider's response. */
const answerBytesMax = 1_000_000

/** Loaded at the first sign-in, because most processes never need it. */
const library = () => import('openid-client')

/**
 * Any OpenID Connect provider, by the authorization code flow with PKCE (RFC 7636), state and nonce. openid-client validates issuer,
 * audience, nonce, times and the ID token's signature.
 */
export class OpenIdProvider implements IdentityProvider {
  readonly name = 'oidc'
  readonly label: string
  readonly issuer: string
  readonly #settings: OpenIdSettings
  #cached: { client: OpenId.Configuration; fetchedAt: number } | null = null
  #pending: Promise<OpenId.Configuration> | null = null

  constructor(
    settings: OpenIdSettings,
    private readonly timers: Timers,
    private readonly logger: Logger
  ) {
    this.label = settings.label
    this.issuer = new URL(settings.issuer).href
    this.#settings = settings
  }

  async authorizationUrl(
    { state, nonce, verifier }: AttemptSecrets,
    { isProof }: { isProof: boolean } = { isProof: false }
  ) {
    try {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
      const url = buildAuthorizationUrl(await this.#client(), {
        redirect_uri: this.#settings.redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isProof ? { prompt: 'login', max_age: String(proofSecondsMax) } : {}),
      })
      return ok(url.href)
    } catch (error) {
      this.#logFailure(error)
      return fail({ kind: 'unavailable' as const })
    }
  }

  async identify(
    { request }: HttpContext,
    { state, nonce, verifier, isProof = false }: AttemptSecrets & { isProof?: boolean }
  ) {
    const cameBack = new URL(this.#settings.redirectUri)
    cameBack.search = new URL(request.url(true), 'http://localhost').search
    let client: OpenId.Configuration
    try {
      client = await this.#client()
    } catch (error) {
      this.#logFailure(error)
      return fail<IdentifyFailure>({ kind: 'unavailable' })
    }
    try {
      const { authorizationCodeGrant, fetchUserInfo } = await library()
      const tokens = await authorizationCodeGrant(client, cameBack, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      if (isProof && isLongAgo(claims.auth_time, this.timers.now())) return fail<IdentifyFailure>({ kind: 'untrusted' })
      // Some providers leave the e-mail out of the ID token.
      const needsUserInfo = claims.email === undefined && client.serverMetadata().userinfo_endpoint !== undefined
      const userInfo = needsUserInfo
        ? { ...claims, ...(await fetchUserInfo(client, tokens.access_token, claims.sub)) }
        : claims
      return ok(identityOf(this.issuer, claims.sub, userInfo))
    } catch (error) {
      this.#logFailure(error)
      return fail(await failureOf(error))
    }
  }

  async examine() {
    try {
      await this.#discover()
      return { ok: true, says: `${this.issuer} answers` }
    } catch (error) {
      return { ok: false, says: `${this.issuer}: ${reasonOf(error)}` }
    }
  }

  /** Caches the metadata for an hour. If refreshing fails, the old metadata stays in use. */
  async #client(): Promise<OpenId.Configuration> {
    if (this.#cached && this.timers.monotonicMs() - this.#cached.fetchedAt < metadataMinutes * 60_000)
      return this.#cached.client
    this.#pending ??= this.#discover().finally(() => (this.#pending = null))
    if (!this.#cached) return this.#pending
    return this.#pending.catch((error: unknown) => {
      this.#logFailure(error)
      return this.#cached!.client
    })
  }

  async #discover(): Promise<OpenId.Configuration> {
    const openId = await library()
    const { issuer, clientId, clientSecret, timeoutMs } = this.#settings
    const url = new URL(issuer)
    const isPlain = url.protocol === 'http:'
    const found = await openId.discovery(url, clientId, undefined, openId.None(), {
      timeout: timeoutMs / 1_000,
      execute: isPlain ? [openId.allowInsecureRequests] : [],
      [openId.customFetch]: shortFetch,
    })
    const metadata = found.serverMetadata()
    // The default is client_secret_basic (OpenID Connect Discovery 1.0, section 3).
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const proof = () => {
      if (clientSecret === null) return openId.None()
      return methods.includes('client_secret_basic')
        ? openId.ClientSecretBasic(clientSecret)
        : openId.ClientSecretPost(clientSecret)
    }
    const client = new openId.Configuration(metadata, clientId, undefined, proof())
    client.timeout = timeoutMs / 1_000
    client[openId.customFetch] = shortFetch
    if (isPlain) openId.allowInsecureRequests(client)
    openId.enableNonRepudiationChecks(client)
    this.#cached = { client, fetchedAt: this.timers.monotonicMs() }
    return client
  }

  /** Logs the reason only, because responses may contain personal data. */
  #logFailure(error: unknown) {
    this.logger.warn({ provider: this.name, reason: reasonOf(error) }, 'sign-in at a provider failed')
  }
}

const shortFetch: OpenId.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > answerBytesMax) throw new Error('the answer is too long')
    parts.push(part)
  }
  const body = [204, 205, 304].includes(response.status) ? null : Buffer.concat(parts)
  return new Response(body, { status: response.status, headers: response.headers })
}

const text = (claim: unknown): string | null => (typeof claim === 'string' && claim.trim() ? claim.trim() : null)

/** Some providers send booleans as strings. */
const isTrue = (claim: unknown) => claim === true || claim === 'true'

/** Allows twice the maximum, because the attempt itself may take as long. Passes without `auth_time`, which is optional. */
const isLongAgo = (authTime: unknown, now: number) =>
  typeof authTime === 'number' && authTime < now / 1_000 - 2 * proofSecondsMax

const identityOf = (issuer: string, subject: string, claims: Record<string, unknown>): Identity => ({
  issuer,
  subject,
  email: text(claims.email),
  isEmailVerified: isTrue(claims.email_verified),
  firstName: text(claims.given_name) ?? text(claims.name),
  lastName: text(claims.given_name) && text(claims.family_name),
})

interface Thrown {
  code?: string
  error?: string
  message?: string
  status?: number
  cause?: { code?: string; status?: number }
}

const reasonOf = (error: unknown): string => {
  const { code, error: named, message, cause } = (error ?? {}) as Thrown
  return [message, named, code, cause?.code].filter(Boolean).join(', ')
}

/** Errors of our client or of the connection are `unavailable`. Only an invalid response is `untrusted`. */
const failureOf = async (error: unknown): Promise<IdentifyFailure> => {
  const { AuthorizationResponseError, ResponseBodyError } = await library()
  if (error instanceof AuthorizationResponseError)
    return { kind: error.error === 'access_denied' ? 'denied' : 'unavailable' }
  if (error instanceof ResponseBodyError) return { kind: error.error === 'invalid_grant' ? 'untrusted' : 'unavailable' }
  const { code, cause } = error as Thrown
  const isAnswer = code?.startsWith('OAUTH_') && !['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(code)
  return { kind: isAnswer && (cause?.status ?? 0) < 500 ? 'untrusted' : 'unavailable' }
}
