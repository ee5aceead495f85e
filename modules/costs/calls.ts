/** The calls of costs. */
import type { Call, Done } from '#modules/kernel/calls'
import type { CostRange, CostReport, ModelPricesBody } from './api.ts'

interface InRange {
  query: { days: CostRange }
}

/** Tokens, rubies and costs of replies, by day (UTC), tier and model. `days` is 7, 30 (default), 90 or 365. Replies count three hours after they began. */
export const getCosts: Call<CostReport, InRange> = 'GET /api/admin/costs'
/**
 * Tokens, rubies and costs as a CSV file, by day, tier, provider and model.
 *
 * @answers 200 text/csv
 */
export const getCostsFile: Call<never, InRange> = 'GET /api/admin/costs/csv'
/**
 * Sets prices of models that were used or answer now, at most 200. A price counts from today (UTC) on, and the first one of a model also for the days before.
 * `422 unknown_model` for others. Each change stands in the audit log.
 */
export const setModelPrices: Call<Done, { body: ModelPricesBody }> = 'PUT /api/admin/costs/prices'
