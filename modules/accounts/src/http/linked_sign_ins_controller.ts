import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { BeginAttempt } from '../providers/begin_attempt.ts'
import type { IdentityProvider } from '../providers/identity_provider.ts'
import { IdentityProviders } from '../providers/identity_providers.ts'
import { UnlinkIdentity } from '../providers/unlink_identity.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { isProven } from './proof.ts'
import { refuse } from './refusals.ts'

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
    if (!provider) return refuse(ctx, 'no_such_provider')
    if (!(await isProven(ctx))) return refuse(ctx, 'unproven')
    return this.#goTo(provider, ctx, { isProof: false })
  }

  /** Starts a proof of the user's identity through a linked provider. */
  async prove(ctx: HttpContext) {
    const provider = this.providers.find(ctx.params.provider)
    return provider ? this.#goTo(provider, ctx, { isProof: true }) : refuse(ctx, 'no_such_provider')
  }

  async unlink(ctx: HttpContext) {
    const provider = this.providers.find(ctx.params.provider)
    if (!provider) return refuse(ctx, 'no_such_provider')
    if (!(await isProven(ctx))) return refuse(ctx, 'unproven')
    const others = this.providers.all.filter((other) => other !== provider).map(({ issuer }) => issuer)
    const unlinked = await this.unlinkIdentity.run(ctx.auth.getUserOrFail().id, provider.issuer, others)
    if (unlinked.ok) return { message: `${provider.label} no longer signs you in.` }
    return refuse(ctx, { ...unlinked.failure, label: provider.label })
  }

  /** Returns the provider's URL. The request is a same-origin POST, so that other sites can't start an attempt. */
  async #goTo(provider: IdentityProvider, ctx: HttpContext, { isProof }: { isProof: boolean }) {
    const waitSeconds = await this.limits.countAttempt(ctx.request.ip())
    if (waitSeconds !== null) {
      const reason = 'Too many tries from your address.'
      return refuse(ctx, { kind: 'too_many', retryAfterSeconds: waitSeconds, reason })
    }
    const linkUserId = ctx.auth.getUserOrFail().id
    const begun = await this.beginAttempt.run(ctx, provider, { next: '/settings', linkUserId, isProof })
    return begun.ok ? { url: begun.value } : refuse(ctx, { kind: 'provider_unavailable', label: provider.label })
  }
}
