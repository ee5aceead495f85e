import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readQuery } from '#modules/kernel/validation'
import type { FormChallenge } from '../../api.ts'
import { Challenges } from '../challenge/challenges.ts'
import { refuse } from './refusals.ts'
import { challengeValidator } from './validators.ts'

@inject()
export default class ChallengeController {
  constructor(private readonly challenges: Challenges) {}

  async show(ctx: HttpContext): Promise<FormChallenge | void> {
    const { form } = await readQuery(ctx, challengeValidator)
    const issued = await this.challenges.issue(form, ctx.request.ip())
    if ('challenge' in issued) return issued
    return refuse(ctx, { kind: 'too_many', ...issued, reason: 'Too many forms from your address.' })
  }
}
