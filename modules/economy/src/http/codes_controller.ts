import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { readBody } from '#modules/kernel/validation'
import { rubyWord, type CodeRedemption } from '../../api.ts'
import { RedeemCode } from '../codes/redeem_code.ts'
import { refuse } from './refusals.ts'
import { codeValidator } from './validators.ts'

@inject()
export default class CodesController {
  constructor(private readonly redeemCode: RedeemCode) {}

  async redeem(ctx: HttpContext): Promise<CodeRedemption | void> {
    const { code } = await readBody(ctx, codeValidator)
    const redeemed = await this.redeemCode.run(ctx.auth.getUserOrFail().id, code)
    if (!redeemed.ok) return refuse(ctx, redeemed.failure)
    const { reward, rubies } = redeemed.value
    return { message: `You received ${reward} ${rubyWord(reward)}.`, rubies }
  }
}
