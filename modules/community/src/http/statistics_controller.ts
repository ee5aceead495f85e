import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { attachment } from '#modules/kernel/attachment'
import { refusal, refusals } from '#modules/kernel/refusals'
import { fail, ok } from '#modules/kernel/result'
import { custom, readQuery, type CheckedField } from '#modules/kernel/validation'
import { statisticsRanges, type CharacterStatistics, type CreatorStatistics, type StatisticsRange } from '../../api.ts'
import { statisticsCsv } from '../statistics/statistics_csv.ts'
import { StatisticsQuery } from '../statistics/statistics_query.ts'

const refuse = refusals({ unknown: refusal(404, 'not_found', 'You have no such character.') })

/** The statistics of the caller's own characters. */
@inject()
export default class StatisticsController {
  static readonly rangeValidator = vine.create({
    days: custom((days = '30'): CheckedField<StatisticsRange> => {
      const range = statisticsRanges.find((each) => String(each) === days)
      if (range) return ok(range)
      return fail({ rule: 'enum', message: `days must be one of ${statisticsRanges.join(', ')}.` })
    }),
  })

  constructor(private readonly statistics: StatisticsQuery) {}

  async show(ctx: HttpContext): Promise<CharacterStatistics | void> {
    return (await this.#ofCharacter(ctx)) ?? refuse(ctx, 'unknown')
  }

  async showFile(ctx: HttpContext) {
    const found = await this.#ofCharacter(ctx)
    return found ? sendCsv(ctx, found, `${found.character.name} statistics`) : refuse(ctx, 'unknown')
  }

  async showAll(ctx: HttpContext): Promise<CreatorStatistics> {
    const { days } = await readQuery(ctx, StatisticsController.rangeValidator)
    return this.statistics.ofCreator(ctx.auth.getUserOrFail(), days)
  }

  async showAllFile(ctx: HttpContext) {
    return sendCsv(ctx, await this.showAll(ctx), 'statistics')
  }

  async #ofCharacter(ctx: HttpContext) {
    const { days } = await readQuery(ctx, StatisticsController.rangeValidator)
    return this.statistics.ofCharacter(ctx.params.id, ctx.auth.getUserOrFail(), days)
  }
}

const sendCsv = (
  { response }: Pick<HttpContext, 'response'>,
  statistics: CharacterStatistics | CreatorStatistics,
  name: string
) => {
  response.header('Content-Type', 'text/csv; charset=utf-8')
  response.header('Content-Disposition', attachment(name, 'csv', 'statistics'))
  return response.send(statisticsCsv(statistics))
}
