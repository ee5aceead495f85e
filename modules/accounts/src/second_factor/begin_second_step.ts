import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { SecondStepCookie } from './second_step_cookie.ts'
import { SecondSteps, type FirstStep } from './second_steps.ts'

export const secondStepPath = '/api/login/second-step'

/** Redirects a browser that completed the first step to the page of the second step. Doesn't sign in. */
@inject()
export class BeginSecondStep {
  constructor(
    private readonly steps: SecondSteps,
    private readonly cookie: SecondStepCookie
  ) {}

  async run(ctx: HttpContext, firstStep: FirstStep) {
    this.cookie.set(ctx, await this.steps.begin(firstStep))
    return ctx.response.redirect().status(303).toPath(secondStepPath)
  }
}
