import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { ControlRoom } from '#modules/connections/index'
import { Hook } from '#modules/kernel/hook'
import { waitForLock } from '#modules/kernel/locks'
import { Timers } from '#plugins/contract/timers'
import type { ModelPrice, PricedModel, TokenPrices } from '../../api.ts'
import { ModelPriceRow } from '../tables/model_price_row.ts'

export interface PriceChange extends PricedModel {
  actorId: string
  before: TokenPrices | null
  after: TokenPrices
}

interface CurrentPrice extends PricedModel {
  price: TokenPrices & { since: string }
}

const current = `
  SELECT DISTINCT ON (provider, model) provider, model,
    json_build_object('inputMicrodollars', input_microdollars, 'outputMicrodollars', output_microdollars, 'since', since) AS price
  FROM model_prices ORDER BY provider, model, since DESC`

/** The prices of models. Only models that were used or answer now have prices, so that there are few. */
@inject()
export class ModelPrices {
  /** Runs in the transaction of a change, for each price that differs. */
  readonly changed = new Hook<PriceChange>()

  constructor(
    private readonly db: Database,
    private readonly room: ControlRoom,
    private readonly timers: Timers
  ) {}

  async current(client: QueryClientContract = this.db.connection()): Promise<CurrentPrice[]> {
    const { rows } = await client.rawQuery<{ rows: CurrentPrice[] }>(current)
    return rows
  }

  /** Sets prices from today on, all or none. Returns the first model that is neither used nor answers now, or null. */
  async set(actorId: string, prices: readonly ModelPrice[]): Promise<PricedModel | null> {
    const since = new Date(this.timers.now()).toISOString().slice(0, 10)
    return this.db.transaction(async (trx) => {
      await waitForLock(trx, 'costs.prices')
      const { rows: used } = await trx.rawQuery<{ rows: PricedModel[] }>(
        `SELECT DISTINCT provider, model FROM usage_cells WHERE model <> ''`
      )
      const known = new Set([...used, ...this.room.models].map(keyOf))
      const unknown = prices.find((price) => !known.has(keyOf(price)))
      if (unknown) return unknown
      const before = new Map((await this.current(trx)).map((each) => [keyOf(each), each.price]))
      for (const { provider, model, inputMicrodollars, outputMicrodollars } of prices) {
        const old = before.get(keyOf({ provider, model }))
        const after = { inputMicrodollars, outputMicrodollars }
        if (old?.inputMicrodollars === inputMicrodollars && old.outputMicrodollars === outputMicrodollars) continue
        await ModelPriceRow.query({ client: trx }).where({ provider, model, since }).delete()
        const row = { inputMicrodollars: String(inputMicrodollars), outputMicrodollars: String(outputMicrodollars) }
        await ModelPriceRow.create({ provider, model, since, ...row }, { client: trx })
        const replaced = old && {
          inputMicrodollars: old.inputMicrodollars,
          outputMicrodollars: old.outputMicrodollars,
        }
        await this.changed.run({ actorId, provider, model, before: replaced ?? null, after }, trx)
      }
      return null
    })
  }
}

const keyOf = ({ provider, model }: PricedModel) => JSON.stringify([provider, model])
