import { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { attachment } from '#modules/kernel/attachment'
import type { Done } from '#modules/kernel/calls'
import { fail, ok } from '#modules/kernel/result'
import { custom, maxCharacters, readBody, readQuery, type CheckedField } from '#modules/kernel/validation'
import { costLimits, costRanges, type CostRange, type CostReport } from '../../api.ts'
import { ModelPrices } from '../prices/model_prices.ts'
import { CostsQuery } from '../usage/costs_query.ts'
import { refuseCosts } from './refusals.ts'

const name = (max: number) =>
  vine
    .string()
    .minLength(1)
    .use(maxCharacters({ max, message: `A name may have ${max} characters at most.` }))
const microdollars = () => vine.number({ strict: true }).withoutDecimals().range([0, costLimits.microdollarsMax])

/** Usage, costs and prices, for admins. */
@inject()
export default class CostsController {
  static readonly rangeValidator = vine.create({
    days: custom((days = '30'): CheckedField<CostRange> => {
      const range = costRanges.find((each) => String(each) === days)
      if (range) return ok(range)
      return fail({ rule: 'enum', message: `days must be one of ${costRanges.join(', ')}.` })
    }),
  })

  static readonly pricesValidator = vine.create({
    prices: vine
      .array(
        vine.object({
          provider: name(costLimits.providerMax),
          model: name(costLimits.modelMax),
          inputMicrodollars: microdollars(),
          outputMicrodollars: microdollars(),
        })
      )
      .minLength(1)
      .maxLength(costLimits.pricesMax)
      .distinct(['provider', 'model']),
  })

  constructor(
    private readonly costs: CostsQuery,
    private readonly prices: ModelPrices
  ) {}

  async show(ctx: HttpContext): Promise<CostReport> {
    const { days } = await readQuery(ctx, CostsController.rangeValidator)
    return this.costs.run(days)
  }

  async showFile(ctx: HttpContext) {
    const { days } = await readQuery(ctx, CostsController.rangeValidator)
    ctx.response.header('Content-Type', 'text/csv; charset=utf-8')
    ctx.response.header('Content-Disposition', attachment('costs', 'csv', 'costs'))
    return ctx.response.stream(Readable.from(this.costs.file(days)))
  }

  async setPrices(ctx: HttpContext): Promise<Done | void> {
    const { prices } = await readBody(ctx, CostsController.pricesValidator)
    const unknown = await this.prices.set(ctx.auth.getUserOrFail().id, prices)
    return unknown ? refuseCosts(ctx, 'unknown_model') : { message: 'The prices are saved.' }
  }
}
