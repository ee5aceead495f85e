import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import { TestLorebooks } from '../actions/test_lorebooks.ts'
import { refuse } from './refusals.ts'
import { testValidator } from './validators.ts'

/** Tries the caller's own lorebooks on a text or a chat. */
@inject()
export default class LoreTestsController {
  constructor(private readonly testLorebooks: TestLorebooks) {}

  async create(ctx: HttpContext) {
    const request = await readBody(ctx, testValidator)
    const tested = await this.testLorebooks.run(ctx.auth.getUserOrFail(), request)
    return tested.ok ? tested.value : refuse(ctx, tested.failure)
  }
}
