import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { ListedInvitation, SignUpSettings, WaitingAddress } from '#modules/accounts/api'
import { SignUps } from '#modules/accounts/index'
import { readBody, readQuery } from '#modules/kernel/validation'
import { limits } from '../../api.ts'
import { ChangeSignUp } from '../actions/change_sign_up.ts'
import { answerPage } from './answer_page.ts'
import { pageValidator, signUpValidator } from './validators.ts'

const invitationsValidator = pageValidator(limits.invitationsMax)
const waitingValidator = pageValidator(limits.waitingMax)

@inject()
export default class SignUpController {
  constructor(
    private readonly signUps: SignUps,
    private readonly changeSignUp: ChangeSignUp
  ) {}

  show(): Promise<SignUpSettings> {
    return this.signUps.settings()
  }

  async change(ctx: HttpContext): Promise<SignUpSettings> {
    await this.changeSignUp.run(ctx.auth.getUserOrFail().id, await readBody(ctx, signUpValidator))
    return this.show()
  }

  async invitations(ctx: HttpContext): Promise<ListedInvitation[] | void> {
    const { limit = limits.invitationsDefault, cursor } = await readQuery(ctx, invitationsValidator)
    return answerPage(ctx, await this.signUps.invitations({ limit, cursor }))
  }

  async waitingList(ctx: HttpContext): Promise<WaitingAddress[] | void> {
    const { limit = limits.waitingDefault, cursor } = await readQuery(ctx, waitingValidator)
    return answerPage(ctx, await this.signUps.waitingList({ limit, cursor }))
  }
}
