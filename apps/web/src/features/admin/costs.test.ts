import type { CostReport } from '#modules/costs/api'
import { expect, test } from 'vitest'
import { chartDays, dollarsText, microdollarsOf, pricesFrom } from './costs.ts'

const zero = {
  replies: 0,
  uncounted: 0,
  unpriced: 0,
  inputTokens: 0,
  outputTokens: 0,
  rubiesTaken: 0,
  rubiesGivenBack: 0,
  microdollars: 0,
}
const report = (fields: Partial<CostReport>): CostReport => ({
  range: 7,
  startedOn: '2026-11-28',
  countedUntil: '2026-12-01T00:00:00.000Z',
  total: zero,
  days: [{ ...zero, day: '2026-11-29', replies: 3 }],
  tiers: [],
  models: [],
  ...fields,
})

test('shows the days from the first count to the last counted one', () => {
  const { places, ofDays } = chartDays(report({}))
  expect(places.map(({ name }) => name)).toEqual(['Nov 28', 'Nov 29', 'Nov 30'])
  expect(ofDays.map((day) => day?.replies ?? null)).toEqual([null, 3, null])
  expect(chartDays(report({ startedOn: null, countedUntil: null })).places).toEqual([])
})

test('reads prices, and shows small sums', () => {
  expect(['0.15', '3', '10000', '1,5', '10001', '-1', 'x', '0.0000001', ''].map(microdollarsOf)).toEqual([
    150_000,
    3_000_000,
    10_000_000_000,
    1_500_000,
    null,
    null,
    null,
    null,
    null,
  ])
  expect([0, 1_234_567, 420].map(dollarsText)).toEqual(['$0.00', '$1.23', '$0.00042'])
})

test('takes prices of known models from a file of LiteLLM', () => {
  const file = {
    sample_spec: { input_cost_per_token: 0 },
    'small-1': { input_cost_per_token: 1.5e-7, output_cost_per_token: 6e-7, litellm_provider: 'openai' },
    'host/large-1': { input_cost_per_token: 0.000003, output_cost_per_token: 0.000015 },
    'large-1': { input_cost_per_token: 1, output_cost_per_token: 1 },
    embedding: { input_cost_per_token: 1e-8 },
  }
  const models = ['small-1', 'large-1', 'embedding', 'toString'].map((model) => ({ provider: 'host', model }))
  expect(pricesFrom(JSON.stringify(file), models)).toEqual({
    prices: [
      { provider: 'host', model: 'small-1', inputMicrodollars: 150_000, outputMicrodollars: 600_000 },
      { provider: 'host', model: 'large-1', inputMicrodollars: 3_000_000, outputMicrodollars: 15_000_000 },
    ],
    missing: [
      { provider: 'host', model: 'embedding' },
      { provider: 'host', model: 'toString' },
    ],
  })
  expect(() => pricesFrom('[]', models)).toThrow()
})
