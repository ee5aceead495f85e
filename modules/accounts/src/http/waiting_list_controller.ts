import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { invalidFields } from '#modules/kernel/refusals'
import { readBody, tryReadBody } from '#modules/kernel/validation'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { Challenges } from '../challenge/challenges.ts'
import { limits } from '../domain/limits.ts'
import { SignUpRules } from '../sign_up/sign_up_rules.ts'
import { WaitingList } from '../sign_up/waiting_list.ts'
import { noticePage } from './notice_page.ts'
import { challengeNeeded, signUpOpen } from './refusals.ts'
import { isFormRequest, refuse, refuseTooMany } from './sign_in_responses.ts'
import { challengeAnswerValidator, waitingListValidator } from './validators.ts'

const message = `We keep your address for ${limits.waitingDays} days, so that we can invite you.`

@inject()
export default class WaitingListController {
  constructor(
    private readonly rules: SignUpRules,
    private readonly waitingList: WaitingList,
    private readonly challenges: Challenges,
    private readonly limits: SignInLimits
  ) {}

  /** Answers the same for new and known addresses. */
  async handle(ctx: HttpContext) {
    const given = await tryReadBody(ctx, waitingListValidator)
    if (!given.ok) return refuse(ctx, 'register', invalidFields(given.failure, 'invalid'))
    if ((await this.rules.read()).current === 'open') return refuse(ctx, 'register', signUpOpen)
    const waitSeconds = await this.limits.countWaitingRequest(ctx.request.ip())
    if (waitSeconds !== null) return refuseTooMany(ctx, 'register', waitSeconds, 'Too many requests from your address.')
    const { challenge } = await readBody(ctx, challengeAnswerValidator)
    if (!(await this.challenges.pass('waiting_list', ctx.request.ip(), challenge)))
      return refuse(ctx, 'register', challengeNeeded)
    await this.waitingList.add(given.value.email)
    if (!isFormRequest(ctx)) return { message }
    return noticePage(ctx, {
      status: 200,
      title: 'You’re on the list',
      text: message,
      label: 'Go to the start page',
      href: '/',
    })
  }
}
