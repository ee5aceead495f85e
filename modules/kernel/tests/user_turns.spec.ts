import { test } from '@japa/runner'
import { UserTurns } from '../user_turns.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

test.group('Users who take turns', () => {
  test('get the slot of a long job between two of its steps, and give it back', async ({ assert }) => {
    const turns = new UserTurns({ runningMax: 1, queueMax: 2 })
    const steps: string[] = []
    const gate = Promise.withResolvers<void>()
    const long = turns.use('ann', async () => {
      for (const step of [1, 2, 3]) {
        steps.push(`ann ${step}`)
        await gate.promise
        await turns.pass('ann')
      }
    })
    const others = ['bo', 'cy'].map((user) => turns.use(user, async () => void steps.push(user)))
    gate.resolve()
    await Promise.all([long, ...others])
    assert.deepEqual(steps, ['ann 1', 'bo', 'cy', 'ann 2', 'ann 3'])
    assert.deepEqual(turns.size, { running: 0, waiting: 0 })
  })

  test('keep the slot when only their own jobs wait, or when enough jobs are paused', async ({ assert }) => {
    const turns = new UserTurns({ runningMax: 1, queueMax: 8 })
    await turns.begin('ann')
    const own = turns.begin('ann')
    await turns.pass('ann')
    assert.deepEqual(turns.size, { running: 1, waiting: 1 })
    const bo = turns.begin('bo')
    const cy = turns.begin('cy')
    const paused = turns.pass('ann')
    assert.isTrue(await bo)
    // Ann's job is paused, so Bo's goes on.
    await turns.pass('bo')
    turns.end()
    assert.isTrue(await cy)
    turns.end()
    await settle()
    turns.end()
    await paused
    assert.isTrue(await own)
    turns.end()
    assert.deepEqual(turns.size, { running: 0, waiting: 0 })
  })

  test('can’t evict a job that has begun', async ({ assert }) => {
    const turns = new UserTurns({ runningMax: 1, queueMax: 1 })
    await turns.begin('ann')
    const bo = turns.begin('bo')
    const paused = turns.pass('ann')
    assert.isTrue(await bo)
    assert.isFalse(await turns.begin('cy'))
    turns.end()
    await paused
    turns.end()
    assert.deepEqual(turns.size, { running: 0, waiting: 0 })
  })
})
