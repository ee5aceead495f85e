import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, type Result } from '#modules/kernel/result'
import { AttemptCookie } from './attempt_cookie.ts'
import { newSecrets, AttemptStore } from './attempt_store.ts'
import type { IdentityProvider } from './identity_provider.ts'

interface Purpose {
  next: string
  linkUserId: string | null
  isProof?: boolean
  invitationHash?: Buffer | null
}

/** Starts an attempt: stores its secrets, sets the browser's cookie and returns the provider's authorization URL. */
@inject()
export class BeginAttempt {
  constructor(
    private readonly attempts: AttemptStore,
    private readonly cookie: AttemptCookie
  ) {}

  async run(
    ctx: HttpContext,
    provider: IdentityProvider,
    { next, linkUserId, isProof = false, invitationHash = null }: Purpose
  ): Promise<Result<string, { kind: 'unavailable' }>> {
    const secrets = newSecrets()
    const url = await provider.authorizationUrl(secrets, { isProof })
    if (!url.ok) return url
    const token = this.cookie.ensure(ctx)
    const attempt = { ...secrets, next, linkUserId, isProof, invitationHash, provider: provider.name }
    await this.attempts.keep(attempt, token)
    return ok(url.value)
  }
}
