import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { AppSettings } from '#modules/kernel/settings'
import { readBody } from '#modules/kernel/validation'
import type { CreatedInvitation, OwnInvitations } from '../../api.ts'
import { signInAddress } from '../../calls.ts'
import { CreateInvitation } from '../sign_up/create_invitation.ts'
import { OwnInvitationsQuery } from '../sign_up/own_invitations_query.ts'
import { RevokeInvitation } from '../sign_up/revoke_invitation.ts'
import { isProven } from './proof.ts'
import { refuse } from './refusals.ts'
import { invitationValidator } from './validators.ts'

/** The caller's own invitations. */
@inject()
export default class InvitationsController {
  constructor(
    private readonly own: OwnInvitationsQuery,
    private readonly createInvitation: CreateInvitation,
    private readonly revokeInvitation: RevokeInvitation,
    private readonly app: AppSettings
  ) {}

  async list({ auth }: HttpContext): Promise<OwnInvitations> {
    return this.own.run(auth.getUserOrFail())
  }

  async create(ctx: HttpContext): Promise<CreatedInvitation | void> {
    const body = await readBody(ctx, invitationValidator)
    const { id, role, hasSecondFactor } = ctx.auth.getUserOrFail()
    const inviter = { id, role, hasSecondFactor, isProven: () => isProven(ctx) }
    const created = await this.createInvitation.run(inviter, body)
    if (!created.ok) return refuse(ctx, created.failure)
    const { invitation, token } = created.value
    ctx.response.status(201)
    return { invitation, link: this.app.appUrl + signInAddress('register', undefined, token) }
  }

  async revoke(ctx: HttpContext) {
    const outcome = await this.revokeInvitation.run(ctx.auth.getUserOrFail(), ctx.params.id)
    return outcome === 'revoked' ? { message: 'The invitation no longer works.' } : refuse(ctx, outcome)
  }
}
