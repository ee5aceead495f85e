import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { BeginAttempt } from '../providers/begin_attempt.ts'
import type { IdentityProvider } from '../providers/identity_provider.ts'
import { IdentityProviders } from '../providers/identity_providers.ts'
import { UnlinkIdentity } from '../providers/unlink_identity.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { isProven, refuseUnproven } from './proof.ts'
import { refuseTooMany } from './refusals.ts'

/** Links and unlinks identity providers, and proves the user's identity through a linked one. */
@inject()
export default class LinkedSignInsController {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly beginAttempt: BeginAttempt,
    private readonly unlinkIdentity: UnlinkIdentity,
    private readonly limits: SignInLimits
  ) {}

  async begin(ctx: HttpContext) {
    const provider = this.providers.find(ctx.params.provider)
    if (!provider) return noSuchProvider(ctx)
    if (!(await isProven(ctx))) return refuseUnproven(ctx)
    return this.#goTo(provider, ctx, { isProof: false })
  }

  /** Starts a proof of the user's identity through a linked provider. */
  async prove(ctx: HttpContext) {
    const provider = this.providers.find(ctx.params.provider)
    return provider ? this.#goTo(provider, ctx, { isProof: true }) : noSuchProvider(ctx)
  }

  async unlink(ctx: HttpContext) {
    const provider = this.providers.find(ctx.params.provider)
    if (!provider) return noSuchProvider(ctx)
    if (!(await isProven(ctx))) return refuseUnproven(ctx)
    const others = this.providers.all.filter((other) => other !== provider).map(({ issuer }) => issuer)
    const unlinked = await this.unlinkIdentity.run(ctx.auth.getUserOrFail().id, provider.issuer, others)
    if (unlinked.ok) return { message: `${provider.label} no longer signs you in.` }
    switch (unlinked.failure.kind) {
      case 'not_linked':
        return problem(ctx, 404, 'not_linked', `${provider.label} is not linked to your account.`)
      case 'last_way_in': {
        const message = `${provider.label} is the only way into your account. Set a password first.`
        return problem(ctx, 409, 'last_way_in', message)
      }
    }
  }

  /** Returns the provider's URL. The request is a same-origin POST, so that other sites can't start an attempt. */
  async #goTo(provider: IdentityProvider, ctx: HttpContext, { isProof }: { isProof: boolean }) {
    const waitSeconds = await this.limits.countAttempt(ctx.request.ip())
    if (waitSeconds !== null) return refuseTooMany(ctx, waitSeconds, 'Too many tries from your address.')
    const linkUserId = ctx.auth.getUserOrFail().id
    const begun = await this.beginAttempt.run(ctx, provider, { next: '/settings', linkUserId, isProof })
    if (begun.ok) return { url: begun.value }
    const message = `${provider.label} can’t be reached right now. Please try again in a moment.`
    return problem(ctx, 503, 'provider_unavailable', message)
  }
}

const noSuchProvider = (ctx: HttpContext) =>
  problem(ctx, 404, 'no_such_provider', 'There is no such way to sign in here.')
