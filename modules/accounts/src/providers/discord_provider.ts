import { createHash } from 'node:crypto'
import type { DiscordDriver } from '@adonisjs/ally/drivers/discord'
import type { HttpContext } from '@adonisjs/core/http'
import type { Logger } from '@adonisjs/core/logger'
import { fail, ok } from '#modules/kernel/result'
import type { DiscordApi } from './discord_api.ts'
import type { AttemptSecrets, IdentifyFailure, IdentityProvider } from './identity_provider.ts'

export interface DiscordSettings {
  clientId: string
  clientSecret: string
  redirectUri: string
  /** Discord's address: another one in tests. */
  base: string
  /** Our server there; null when nobody needs to know who is on it. */
  guildId: string | null
  /** For a whole exchange. */
  timeoutMs: number
}

/** Who somebody is to Discord, wherever its API answers. */
export const discordIssuer = 'https://discord.com'

/** Discord's OAuth2, through Ally's driver. State and PKCE are ours, as for every provider: the driver keeps them in cookies. */
export class DiscordProvider implements IdentityProvider {
  readonly name = 'discord'
  readonly label = 'Discord'
  readonly issuer = discordIssuer
  readonly #settings: DiscordSettings
  readonly #api: DiscordApi
  readonly #logger: Logger

  constructor(settings: DiscordSettings, api: DiscordApi, logger: Logger) {
    this.#settings = settings
    this.#api = api
    this.#logger = logger
  }

  async authorizationUrl({ state, verifier }: AttemptSecrets, { isProof } = { isProof: false }) {
    // To build an address the driver looks at no request.
    const driver = await this.#driver({} as HttpContext)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const url = await driver.redirectUrl((request) => {
      request.param('state', state).param('code_challenge', challenge).param('code_challenge_method', 'S256')
      // Discord has no way to be told that it should ask for the password; this makes it ask at least.
      if (isProof) request.param('prompt', 'consent')
    })
    return ok(url)
  }

  async identify(ctx: HttpContext, { verifier }: AttemptSecrets) {
    const driver = await this.#driver(ctx)
    if (driver.hasError()) return fail<IdentifyFailure>({ kind: driver.accessDenied() ? 'denied' : 'untrusted' })
    try {
      return ok(await withTimeout(this.#settings.timeoutMs, this.#exchange(driver, verifier)))
    } catch (error) {
      const { status, reason } = describeError(error)
      this.#logger.warn({ provider: this.name, reason }, 'sign-in at a provider failed')
      // Discord answers 400 to a code that it did not give for this, or gave back already, and 401 to a wrong secret of ours.
      return fail<IdentifyFailure>({ kind: status === 400 ? 'untrusted' : 'unavailable' })
    }
  }

  async examine() {
    const { guildId } = this.#settings
    return { ok: true, says: guildId ? `configured, members of server ${guildId} are known` : 'configured' }
  }

  async #exchange(driver: DiscordDriver, verifier: string) {
    const token = await driver.accessToken((request) => request.field('code_verifier', verifier))
    const user = await driver.userFromToken(token.token)
    const { guildId } = this.#settings
    const isMember = guildId === null ? null : await this.#api.isMember(guildId, token.token)
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
      /** Ours is not in its cookie, so there is none to read and to clear. */
      protected override loadState() {}
    }
    const { clientId, clientSecret, redirectUri, base, guildId } = this.#settings
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

/** The exchange has steps with time limits of their own, which the driver does not let one choose. */
const withTimeout = async <Value>(ms: number, work: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** By its status and reason alone: what Discord answers may say who somebody is. */
const describeError = (error: unknown) => {
  const { response, message, name } = (error ?? {}) as {
    response?: { status?: number }
    message?: string
    name?: string
  }
  const status = response?.status ?? null
  return { status, reason: status === null ? `${name}: ${message}` : `status ${status}` }
}
