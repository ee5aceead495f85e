import { createHash } from 'node:crypto'
import type { DiscordDriver } from '@adonisjs/ally/drivers/discord'
import type { HttpContext } from '@adonisjs/core/http'
import type { Logger } from '@adonisjs/core/logger'
import type { Timers } from '#plugins/contract/timers'
import { fail, ok } from '#modules/kernel/result'
import type { DiscordApi } from './discord_api.ts'
import type { AttemptSecrets, IdentifyFailure, IdentityProvider } from './identity_provider.ts'

export interface DiscordSettings {
  clientId: string
  clientSecret: string
  redirectUri: string
  /** Base URL of Discord, replaced in tests. */
  base: string
  /** The id of our Discord server. Null when membership isn't needed. */
  guildId: string | null
  /** Timeout of the whole exchange. */
  timeoutMs: number
}

/** The issuer of Discord identities, independent of the API's base URL. */
export const discordIssuer = 'https://discord.com'

/** Discord's OAuth2 through Ally's driver. State and PKCE are handled here, as for every provider, instead of in the driver's cookies. */
export class DiscordProvider implements IdentityProvider {
  readonly name = 'discord'
  readonly label = 'Discord'
  readonly issuer = discordIssuer
  readonly #timers: Timers
  readonly #logger: Logger

  constructor(
    private readonly settings: DiscordSettings,
    private readonly api: DiscordApi,
    { timers, logger }: { timers: Timers; logger: Logger }
  ) {
    this.#timers = timers
    this.#logger = logger
  }

  async authorizationUrl({ state, verifier }: AttemptSecrets, { isProof } = { isProof: false }) {
    // The driver doesn't read the request to build a URL.
    const driver = await this.#driver({} as HttpContext)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const url = await driver.redirectUrl((request) => {
      request.param('state', state).param('code_challenge', challenge).param('code_challenge_method', 'S256')
      // Discord can't be asked to require the password. This shows the consent screen at least.
      if (isProof) request.param('prompt', 'consent')
    })
    return ok(url)
  }

  async identify(ctx: HttpContext, { verifier }: AttemptSecrets) {
    const driver = await this.#driver(ctx)
    if (driver.hasError()) return fail<IdentifyFailure>({ kind: driver.accessDenied() ? 'denied' : 'untrusted' })
    try {
      return ok(await withTimeout(this.#timers, this.settings.timeoutMs, this.#exchange(driver, verifier)))
    } catch (error) {
      const { status, reason } = describeError(error)
      this.#logger.warn({ provider: this.name, reason }, 'sign-in at a provider failed')
      // Discord answers 400 to an invalid or used code, and 401 to a wrong client secret.
      return fail<IdentifyFailure>({ kind: status === 400 ? 'untrusted' : 'unavailable' })
    }
  }

  async examine() {
    const { guildId } = this.settings
    return { ok: true, says: guildId ? `configured, with members of server ${guildId}` : 'configured' }
  }

  async #exchange(driver: DiscordDriver, verifier: string) {
    const token = await driver.accessToken((request) => request.field('code_verifier', verifier))
    const user = await driver.userFromToken(token.token)
    const { guildId } = this.settings
    const isMember = guildId === null ? null : await this.api.isMember(guildId, token.token)
    return {
      issuer: this.issuer,
      subject: String(user.id),
      email: user.email ?? null,
      isEmailVerified: user.emailVerificationState === 'verified',
      firstName: (user.original.global_name as string | null) ?? user.nickName,
      lastName: null,
      guild:
        guildId === null
          ? undefined
          : { isMember: isMember === true, token: token.token, tokenSeconds: token.expiresIn ?? 0 },
    }
  }

  async #driver(ctx: HttpContext): Promise<DiscordDriver> {
    const { DiscordDriver } = await import('@adonisjs/ally/drivers/discord')
    class Driver extends DiscordDriver {
      /** The state isn't in the driver's cookie, so there is nothing to load. */
      protected override loadState() {}
    }
    const { clientId, clientSecret, redirectUri, base, guildId } = this.settings
    return new Driver(ctx, {
      clientId,
      clientSecret,
      callbackUrl: redirectUri,
      authorizeUrl: `${base}/oauth2/authorize`,
      accessTokenUrl: `${base}/api/oauth2/token`,
      userInfoUrl: `${base}/api/users/@me`,
      scopes: ['identify', 'email', ...(guildId === null ? [] : (['guilds.members.read'] as const))],
    }).stateless()
  }
}

/** The driver's own timeouts apply to single requests and can't be configured. */
const withTimeout = async <Value>(timers: Timers, ms: number, work: Promise<Value>): Promise<Value> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const cancel = timers.after(ms, () => reject(new Error('took too long')))
  return Promise.race([work, late]).finally(cancel)
}

/** Logs status and reason only, because Discord's responses may contain personal data. */
const describeError = (error: unknown) => {
  const { response, message, name } = (error ?? {}) as {
    response?: { status?: number }
    message?: string
    name?: string
  }
  const status = response?.status ?? null
  return { status, reason: status === null ? `${name}: ${message}` : `status ${status}` }
}
