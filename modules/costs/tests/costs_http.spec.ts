import { test } from '@japa/runner'
import type { Client } from '#tests/support/client'
import { startStage, type Stage } from '#tests/support/stage'
import { costLimits, type CostReport } from '../api.ts'

const { pricesMax, modelMax, microdollarsMax } = costLimits

test.group('The calls of costs', (group) => {
  let stage: Stage
  let admin: Client
  group.setup(async () => {
    stage = await startStage()
    admin = await stage.visitor()
    await stage.makeAdmin(admin)
    return () => stage.close()
  })

  const report = async (days = 30): Promise<CostReport> => (await admin.get(`/api/admin/costs?days=${days}`)).body
  const put = (prices: unknown) => admin.put('/api/admin/costs/prices', { prices })
  const price = { provider: 'local', model: 'local', inputMicrodollars: 150_000, outputMicrodollars: 600_000 }

  test('lists the models that answer before any reply was counted, and sets a price', async ({ assert }) => {
    const before = await report()
    assert.equal(before.total.replies, 0)
    const { provider, model } = before.models[0]!
    assert.equal((await put([{ ...price, provider, model }])).status, 200)
    const after = await report(365)
    assert.equal(after.models[0]!.price?.outputMicrodollars, 600_000)
    const { body } = await admin.get('/api/admin/acts')
    assert.deepInclude(body[0], {
      kind: 'price_changed',
      before: null,
      after: { inputMicrodollars: 150_000, outputMicrodollars: 600_000 },
    })
    assert.equal(body[0].subject.name, `${provider}: ${model}`)
  })

  test('accepts the largest prices, and refuses invalid ones and other models', async ({ assert }) => {
    const names = Array.from({ length: pricesMax }, (_, index) => String(index).padStart(modelMax, '深'))
    await stage.db.query(
      `INSERT INTO usage_cells (day, tier, provider, model, replies, uncounted, input_tokens, output_tokens, rubies_taken, rubies_given_back)
       SELECT '2026-01-01', 'basic', 'host', unnest($1::text[]), 0, 0, 0, 0, 0, 0`,
      [names]
    )
    const largest = { provider: 'host', inputMicrodollars: microdollarsMax, outputMicrodollars: microdollarsMax }
    const all = names.map((model) => ({ ...largest, model }))
    assert.equal((await put(all)).status, 200)
    for (const [prices, status] of [
      [[...all, { ...largest, model: 'one more' }], 422],
      [[], 422],
      [[price, price], 422],
      [[{ ...price, inputMicrodollars: microdollarsMax + 1 }], 422],
      [[{ ...price, inputMicrodollars: -1 }], 422],
      [[{ ...price, inputMicrodollars: 0.5 }], 422],
      [[{ ...price, model: 'x'.repeat(modelMax + 1) }], 422],
    ] as const)
      assert.equal((await put(prices)).status, status)
    const unknown = await put([{ ...price, provider: 'elsewhere' }])
    assert.deepEqual([unknown.status, unknown.body.code], [422, 'unknown_model'])
    assert.equal((await admin.get('/api/admin/costs?days=8')).status, 422)
  })

  test('sends a CSV file', async ({ assert }) => {
    const { headers, text } = await admin.get('/api/admin/costs/csv?days=7')
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(text, /^day,tier,provider,model,/)
  })
})
