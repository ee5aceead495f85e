import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { CodeBatch } from '#modules/economy/api'
import { RubyCodes } from '#modules/economy/index'
import { readBody, readQuery } from '#modules/kernel/validation'
import { limits, type MadeCodes } from '../../api.ts'
import { MakeCodes } from '../actions/make_codes.ts'
import { RevokeCodes } from '../actions/revoke_codes.ts'
import { actorOf } from './actor_of.ts'
import { answerPage } from './answer_page.ts'
import { refuse } from './refusals.ts'
import { codesValidator, pageValidator } from './validators.ts'

const validator = pageValidator(limits.codeBatchesMax)

@inject()
export default class CodesController {
  constructor(
    private readonly codes: RubyCodes,
    private readonly makeCodes: MakeCodes,
    private readonly revokeCodes: RevokeCodes
  ) {}

  async list(ctx: HttpContext): Promise<CodeBatch[] | void> {
    const { limit = limits.codeBatchesDefault, cursor } = await readQuery(ctx, validator)
    return answerPage(ctx, await this.codes.list({ limit, cursor }))
  }

  async create(ctx: HttpContext): Promise<MadeCodes | void> {
    const made = await this.makeCodes.run(actorOf(ctx), await readBody(ctx, codesValidator))
    if (!made.ok) return refuse(ctx, made.failure)
    ctx.response.status(201)
    return made.value
  }

  async revoke(ctx: HttpContext): Promise<CodeBatch | void> {
    const batch = await this.revokeCodes.run(ctx.auth.getUserOrFail().id, ctx.params.id)
    return batch ?? refuse(ctx, 'unknown_codes')
  }
}
