import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { TestLorebooks } from '../actions/test_lorebooks.ts'
import { invalid, noSuchLorebook, tooMany } from './refusals.ts'

/** Tries the caller's own lorebooks on a text or a chat. */
@inject()
export default class LoreTestsController {
  constructor(private readonly testLorebooks: TestLorebooks) {}

  async create(ctx: HttpContext) {
    const tested = await this.testLorebooks.run(ctx.auth.getUserOrFail(), ctx.request.body())
    if (tested.ok) return tested.value
    const { failure } = tested
    switch (failure.kind) {
      case 'invalid':
        return invalid(ctx, failure.problems)
      case 'unknown':
        return noSuchLorebook(ctx)
      case 'unknown_chat':
        return problem(ctx, 404, 'no_such_chat', 'This chat does not exist.')
      case 'too_large':
        return problem(ctx, 422, 'too_large', 'These lorebooks are too large to be tested together. Pick fewer.')
      case 'too_many':
        return tooMany(ctx, failure, 'tests')
    }
  }
}
