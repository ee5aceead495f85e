import type { CostReport } from '#modules/costs/api'
import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const path = '/api/admin/costs'

const open = async (walk: Walk, json: CostReport) => {
  await walk.answer(path, { json })
  await walk.page.goto('/admin/costs')
}

const nothing = {
  replies: 0,
  uncounted: 0,
  unpriced: 0,
  inputTokens: 0,
  outputTokens: 0,
  rubiesTaken: 0,
  rubiesGivenBack: 0,
  microdollars: 0,
}
const some = {
  ...nothing,
  replies: 12_400,
  inputTokens: 48_200_000,
  outputTokens: 3_100_000,
  rubiesTaken: 31_000,
  rubiesGivenBack: 210,
  microdollars: 9_090_000,
}
const model = { provider: 'openrouter', model: 'mistralai/mistral-small-3.2-24b-instruct' }
const price = { inputMicrodollars: 150_000, outputMicrodollars: 600_000, since: '2026-11-01' }
const empty: CostReport = {
  range: 30,
  startedOn: null,
  countedUntil: null,
  total: nothing,
  days: [],
  tiers: [],
  models: [{ ...model, ...nothing, price: null }],
}
const full: CostReport = {
  ...empty,
  startedOn: '2026-11-10',
  countedUntil: '2026-11-30T10:00:00.000Z',
  total: { ...some, unpriced: 40, uncounted: 3 },
  days: ['2026-11-12', '2026-11-20', '2026-11-29'].map((day) => ({ ...some, day })),
  tiers: [{ ...some, tier: 'basic', uncounted: 3 }],
  models: [
    { ...model, ...some, price },
    { provider: 'ollama', model: 'llama3.2:3b', ...some, replies: 40, unpriced: 40, microdollars: 0, price: null },
    { provider: '', model: '', ...nothing, replies: 3, uncounted: 3, price: null },
  ],
}

export const costs: Screen = {
  name: 'costs',
  row: 'adminCosts',
  who: 'admin',
  states: {
    loading: {
      bring: async (walk) => {
        await walk.hold(path)
        await walk.page.goto('/admin/costs')
        await walk.page.getByText('Loading the costs').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(path, failure)
        await walk.page.goto('/admin/costs')
        await walk.page.getByRole('heading', { name: 'Couldn’t load the costs' }).waitFor()
      },
    },
    empty: {
      bring: async (walk) => {
        await open(walk, empty)
        await walk.page.getByText('No replies were counted in this range.').waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await open(walk, full)
        await walk.page.getByText('Some costs are unknown').waitFor()
      },
    },
    'a price': {
      bring: async (walk) => {
        await open(walk, full)
        await walk.page.getByRole('button', { name: 'Set price of llama3.2:3b' }).click()
        await walk.page.getByLabel('Dollars for a million input tokens').waitFor()
      },
    },
  },
  stops: 30,
}
