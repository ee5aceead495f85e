import { test } from '@japa/runner'
import { last, send, sharedStage, type Stage } from '#tests/support/stage'
import { samplingFor } from '../replies/run/sampling_for.ts'

test.group('Sampling', () => {
  test('is overridden parameter by parameter', ({ assert }) => {
    assert.deepEqual(samplingFor(0, { temperature: 0.8, topK: 40 }, { temperature: 1.2 }, {}), {
      temperature: 1.2,
      topK: 40,
    })
  })

  test('uses the next seed for each reroll, which would be the same answer otherwise', ({ assert }) => {
    assert.deepEqual(samplingFor(0, {}, { seed: 7 }), { seed: 7 })
    assert.deepEqual(samplingFor(2, {}, { seed: 7 }), { seed: 9 })
    assert.deepEqual(samplingFor(2, { temperature: 1 }), { temperature: 1 })
  })
})

test.group('Sampling of a chat', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage()
  })

  test('reaches the model over the default of its tier', async ({ assert }) => {
    const chat = await stage.chat()
    await (
      await send(chat, 'Hello.')
    ).ended
    assert.equal(last(stage.upstream.calls).body.temperature, 0.8)
    assert.notProperty(last(stage.upstream.calls).body, 'top_p')
    await stage.db.query('INSERT INTO chat_settings (user_id, chat_session_id, sampling) VALUES ($1, $2, $3)', [
      chat.client.user.id,
      chat.sessionId,
      { topP: 0.9, seed: 7 },
    ])
    await (
      await send(chat, 'Hello again.')
    ).ended
    const { temperature, top_p, seed } = last(stage.upstream.calls).body
    assert.deepEqual({ temperature, top_p, seed }, { temperature: 0.8, top_p: 0.9, seed: 7 })
  })

  test('is offered as far as the tier takes it', async ({ assert }) => {
    const { body } = await (await stage.visitor()).get('/api/models')
    for (const tier of body) assert.includeMembers(tier.takes, ['temperature', 'topP', 'minP', 'seed'])
  })
})
