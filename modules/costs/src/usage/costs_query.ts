import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { ControlRoom } from '#modules/connections/index'
import { csvLine } from '#modules/kernel/csv'
import { queryUnprepared } from '#modules/kernel/sql'
import { Timers } from '#plugins/contract/timers'
import { costLimits, type CostRange, type CostReport, type Costs, type CostsOfModel } from '../../api.ts'
import { ModelPrices } from '../prices/model_prices.ts'
import { costColumns, pricedCells } from './cost_columns.ts'

interface Summed extends Costs {
  day: string | null
  tier: string | null
  provider: string | null
  model: string | null
}

const sums = `WITH cells AS (${pricedCells})
  SELECT day::text, tier, provider, model, ${costColumns}
  FROM cells GROUP BY GROUPING SETS ((), (day), (tier), (provider, model)) ORDER BY day, sum(replies) DESC, tier, provider, model`

const linesOfFile = `WITH cells AS (${pricedCells})
  SELECT day::text, tier, provider, model, ${costColumns}
  FROM cells WHERE (day, tier, provider, model) > ($2::date, $3::text, $4::text, $5::text)
  GROUP BY day, tier, provider, model ORDER BY cells.day, tier, provider, model LIMIT $6::int`

const columns = [
  'day',
  'tier',
  'provider',
  'model',
  'replies',
  'replies_without_tokens',
  'input_tokens',
  'output_tokens',
  'rubies_taken',
  'rubies_given_back',
  'cost_usd',
]
const linesPerRead = 1_000
const dayMs = 86_400_000

const nothing: Costs = {
  replies: 0,
  uncounted: 0,
  unpriced: 0,
  inputTokens: 0,
  outputTokens: 0,
  rubiesTaken: 0,
  rubiesGivenBack: 0,
  microdollars: 0,
}

@inject()
export class CostsQuery {
  constructor(
    private readonly db: Database,
    private readonly room: ControlRoom,
    private readonly prices: ModelPrices,
    private readonly timers: Timers
  ) {}

  async run(range: CostRange): Promise<CostReport> {
    const client = this.db.connection()
    const [rows, progress, prices] = await Promise.all([
      queryUnprepared<Summed>(client, sums, [this.#dayBefore(range)]),
      queryUnprepared<{ startedOn: string; countedUntil: Date }>(
        client,
        'SELECT started_on::text AS "startedOn", counted_until AS "countedUntil" FROM usage_progress',
        []
      ),
      this.prices.current(),
    ])
    const priceOf = ({ provider, model }: { provider: string; model: string }) =>
      prices.find((price) => price.provider === provider && price.model === model)?.price ?? null
    const total = rows.find(({ day, tier, model }) => day === null && tier === null && model === null)
    const used = rows.flatMap(({ provider, model, ...row }): CostsOfModel[] =>
      provider === null || model === null
        ? []
        : [{ provider, model, price: priceOf({ provider, model }), ...costsOf(row) }]
    )
    const unused = new Map(this.room.models.map((each) => [JSON.stringify(each), each]))
    for (const { provider, model } of used) unused.delete(JSON.stringify({ provider, model }))
    return {
      range,
      startedOn: progress[0]?.startedOn ?? null,
      countedUntil: progress[0]?.countedUntil.toISOString() ?? null,
      total: total ? costsOf(total) : nothing,
      days: rows.flatMap((row) => (row.day === null ? [] : [{ day: row.day, ...costsOf(row) }])),
      tiers: rows
        .flatMap((row) => (row.tier === null ? [] : [{ tier: row.tier, ...costsOf(row) }]))
        .slice(0, costLimits.tiersMax),
      models: [...used, ...[...unused.values()].map((each) => ({ ...each, price: priceOf(each), ...nothing }))].slice(
        0,
        costLimits.modelsMax
      ),
    }
  }

  /** Yields the lines of a CSV file. Costs without a price are empty. */
  async *file(range: CostRange): AsyncIterable<string> {
    yield csvLine(columns)
    let last = ['-infinity', '', '', '']
    for (;;) {
      const values = [this.#dayBefore(range), ...last, linesPerRead]
      const rows = await queryUnprepared<Summed>(this.db.connection(), linesOfFile, values)
      for (const { day, tier, provider, model, ...costs } of rows) {
        const dollars = costs.unpriced > 0 ? null : costs.microdollars / 1_000_000
        const { replies, uncounted, inputTokens, outputTokens, rubiesTaken, rubiesGivenBack } = costs
        const numbers = [replies, uncounted, inputTokens, outputTokens, rubiesTaken, rubiesGivenBack, dollars]
        yield csvLine([day, tier, provider, model, ...numbers])
        last = [day!, tier!, provider!, model!]
      }
      if (rows.length < linesPerRead) return
    }
  }

  #dayBefore(range: CostRange): string {
    return new Date(this.timers.now() - range * dayMs).toISOString().slice(0, 10)
  }
}

const costsOf = ({
  replies,
  uncounted,
  unpriced,
  inputTokens,
  outputTokens,
  rubiesTaken,
  rubiesGivenBack,
  microdollars,
}: Costs): Costs => ({
  replies,
  uncounted,
  unpriced,
  inputTokens,
  outputTokens,
  rubiesTaken,
  rubiesGivenBack,
  microdollars,
})
