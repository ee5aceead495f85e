import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import type { DigestSettings } from '../../api.ts'
import { DigestChoice } from '../digest/digest_choice.ts'
import { refuse } from './refusals.ts'
import { digestValidator } from './validators.ts'

@inject()
export default class DigestController {
  constructor(private readonly choice: DigestChoice) {}

  show(ctx: HttpContext): Promise<DigestSettings> {
    return this.choice.read(ctx.auth.getUserOrFail().id)
  }

  async change(ctx: HttpContext): Promise<DigestSettings | void> {
    const { every } = await readBody(ctx, digestValidator)
    const changed = await this.choice.change(ctx.auth.getUserOrFail().id, every)
    return changed.ok ? changed.value : refuse(ctx, changed.failure)
  }
}
