import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import type { CodeRefusal } from '../second_factor/check_code.ts'
import { refuseTooMany } from './refusals.ts'

export const wrongCodeMessage = 'That code is wrong, or was used before.'

export const refuseCode = (ctx: HttpContext, refusal: CodeRefusal) => {
  switch (refusal.kind) {
    case 'wrong_code':
      return problem(ctx, 422, 'wrong_code', wrongCodeMessage, [
        { field: 'code', rule: 'code', message: wrongCodeMessage },
      ])
    case 'too_many_codes':
      return refuseTooMany(ctx, refusal.retryAfterSeconds, 'Too many wrong codes.')
  }
}
