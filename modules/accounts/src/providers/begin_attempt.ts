import type { HttpContext } from '@adonisjs/core/http'
import { ok, type Result } from '#modules/kernel/result'
import { markBrowser } from './attempt_cookie.ts'
import { newSecrets, type AttemptStore } from './attempt_store.ts'
import type { IdentityProvider } from './identity_provider.ts'

interface Purpose {
  next: string
  linkUserId: string | null
}

/** Sends a browser to a provider: gives the address to go to, and the browser a mark to be known by when it comes back. */
export class BeginAttempt {
  readonly #attempts: AttemptStore
  readonly #cookie: { secure: boolean }

  constructor(attempts: AttemptStore, cookie: { secure: boolean }) {
    this.#attempts = attempts
    this.#cookie = cookie
  }

  async run(
    ctx: HttpContext,
    provider: IdentityProvider,
    purpose: Purpose
  ): Promise<Result<string, { kind: 'unavailable' }>> {
    const secrets = newSecrets()
    const url = await provider.authorizationUrl(secrets)
    if (!url.ok) return url
    const token = markBrowser(ctx, this.#cookie)
    await this.#attempts.keep({ ...secrets, ...purpose, provider: provider.name }, token)
    return ok(url.value)
  }
}
