import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readQuery } from '#modules/kernel/validation'
import { linkOutcomePath, proofOutcomePath, type LinkOutcome, type ProofOutcome } from '../../api.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { sameSitePath } from '../domain/same_site_path.ts'
import { AttemptCookie } from '../providers/attempt_cookie.ts'
import { AttemptStore, type Attempt } from '../providers/attempt_store.ts'
import { BeginAttempt } from '../providers/begin_attempt.ts'
import { SignInWithIdentity } from '../providers/sign_in_with_identity.ts'
import type { Identity, IdentityProvider } from '../providers/identity_provider.ts'
import { IdentityProviders } from '../providers/identity_providers.ts'
import { LinkIdentity } from '../providers/link_identity.ts'
import { ProveByIdentity } from '../providers/prove_by_identity.ts'
import { BeginSecondStep } from '../second_factor/begin_second_step.ts'
import { SecondSteps } from '../second_factor/second_steps.ts'
import { CheckInvitation } from '../sign_up/check_invitation.ts'
import { confirmationPage, isFromAnotherSite } from './confirmation_page.ts'
import { refuseProviderSignIn } from './refuse_provider_sign_in.ts'
import { logRefusal, logSignIn } from './sign_in_log.ts'
import { pageValidator, providerAnswerValidator } from './validators.ts'

/** Sign-in with a provider. Browsers navigate to these routes, so a refusal shows the sign-in page with a message. */
@inject()
export default class ProviderSignInController {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly beginAttempt: BeginAttempt,
    private readonly attempts: AttemptStore,
    private readonly cookie: AttemptCookie,
    private readonly enter: SignInWithIdentity,
    private readonly link: LinkIdentity,
    private readonly prove: ProveByIdentity,
    private readonly steps: SecondSteps,
    private readonly beginSecondStep: BeginSecondStep,
    private readonly limits: SignInLimits,
    private readonly checkInvitation: CheckInvitation
  ) {}

  async begin(ctx: HttpContext) {
    const { next: wanted, invitation: token } = await readQuery(ctx, pageValidator)
    const next = sameSitePath(wanted)
    const provider = this.providers.find(ctx.params.provider)
    if (!provider) return refuseProviderSignIn(ctx, { kind: 'unknown' }, { next })
    if (await ctx.auth.check()) return ctx.response.redirect().status(302).toPath(next)
    if (isFromAnotherSite(ctx))
      return confirmationPage(ctx, {
        title: `Sign in with ${provider.label}?`,
        text: 'You followed a link from another site. Nothing has happened yet.',
        label: `Continue with ${provider.label}`,
        href: `/api/login/${provider.name}?${new URLSearchParams({ next, ...(typeof token === 'string' && { invitation: token }) })}`,
      })

    const address = ctx.request.ip()
    const retryAfterSeconds = await this.limits.countAttempt(address)
    if (retryAfterSeconds !== null)
      return refuseProviderSignIn(ctx, { kind: 'too_many', retryAfterSeconds }, { next, label: provider.label })
    // Existing accounts sign in without an invitation, so one that doesn't work is left out.
    const invitation = await this.checkInvitation.run(token, address)
    const invitationHash = invitation.kind === 'valid' ? invitation.hash : null
    const begun = await this.beginAttempt.run(ctx, provider, { next, linkUserId: null, invitationHash })
    if (begun.ok) return ctx.response.redirect().status(302).toPath(begun.value)
    await this.limits.uncountAttempt(address)
    return refuseProviderSignIn(ctx, begun.failure, { next, label: provider.label })
  }

  async callback(ctx: HttpContext) {
    const provider = this.providers.find(ctx.params.provider)
    if (!provider) return refuseProviderSignIn(ctx, { kind: 'unknown' }, { next: '/' })
    const { label } = provider

    const { state } = await readQuery(ctx, providerAnswerValidator)
    const token = this.cookie.read(ctx)
    const hasBrowserToken = typeof state === 'string' && token !== null
    const attempt = hasBrowserToken ? await this.attempts.take(provider.name, state, token) : null
    if (!attempt) return refuseProviderSignIn(ctx, { kind: 'not_begun' }, { next: '/', label })

    const identified = await provider.identify(ctx, attempt)
    if (identified.ok) await this.limits.uncountAttempt(ctx.request.ip())
    if (attempt.linkUserId !== null) return this.#finishLink(ctx, provider, attempt, identified)
    const { next } = attempt
    if (!identified.ok) {
      logRefusal(ctx, { way: provider.name, userId: null, reason: identified.failure.kind })
      return refuseProviderSignIn(ctx, identified.failure, { next, label })
    }
    return this.#signIn(ctx, provider, identified.value, attempt)
  }

  async #signIn(
    ctx: HttpContext,
    { name: way, label }: IdentityProvider,
    identity: Identity,
    { next, invitationHash }: Attempt
  ) {
    const address = ctx.request.ip()
    const visit = { address, invitationHash }
    const entered = await this.enter.run(identity, () => this.limits.countRegistration(address), visit)
    if (!entered.ok) {
      logRefusal(ctx, { way, userId: null, reason: entered.failure.kind })
      return refuseProviderSignIn(ctx, entered.failure, { next, label })
    }
    const { userId } = entered.value
    const factorSince = await this.steps.factorSince(userId)
    if (factorSince !== null) return this.beginSecondStep.run(ctx, { userId, passwordHash: null, factorSince, next })
    // The account was disabled in the meantime.
    if (!(await ctx.auth.use('web').signIn(userId))) {
      logRefusal(ctx, { way, userId, reason: 'disabled' })
      return refuseProviderSignIn(ctx, { kind: 'disabled' }, { next, label })
    }
    logSignIn(ctx, { way, userId })
    return ctx.response.redirect().status(303).toPath(next)
  }

  /** Linking happens in the settings, so its outcome is shown there. */
  async #finishLink(
    ctx: HttpContext,
    provider: IdentityProvider,
    { linkUserId, isProof }: Attempt,
    identified: Awaited<ReturnType<IdentityProvider['identify']>>
  ) {
    const redirect = (outcome: LinkOutcome) =>
      ctx.response.redirect().status(303).toPath(linkOutcomePath(provider.name, outcome))
    const isSameUser = (await ctx.auth.check()) && ctx.auth.getUserOrFail().id === linkUserId
    if (!isSameUser)
      return refuseProviderSignIn(ctx, { kind: 'not_begun' }, { next: '/settings', label: provider.label })
    if (isProof) return this.#finishProof(ctx, provider, identified)
    if (!identified.ok) return redirect(identified.failure.kind)
    const linked = await this.link.run(linkUserId!, identified.value, ctx.request.ip())
    return redirect(linked.ok ? 'linked' : linked.failure.kind)
  }

  /** Shows the outcome of a proof in the settings. */
  async #finishProof(
    ctx: HttpContext,
    { name: way }: IdentityProvider,
    identified: Awaited<ReturnType<IdentityProvider['identify']>>
  ) {
    const { id: userId } = ctx.auth.getUserOrFail()
    const outcome: ProofOutcome = !identified.ok
      ? identified.failure.kind
      : (await this.prove.run(userId, identified.value)) && (await ctx.auth.use('web').prove())
        ? 'proven'
        : 'another'
    if (outcome === 'proven') logSignIn(ctx, { way, userId })
    else logRefusal(ctx, { way, userId, reason: outcome })
    return ctx.response.redirect().status(303).toPath(proofOutcomePath(way, outcome))
  }
}
