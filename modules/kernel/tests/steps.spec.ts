import { test } from '@japa/runner'
import { finish, inSlices, type Steps } from '../steps.ts'

/** Adds its name to a list in each of its steps. */
function* steps(name: string, count: number, order: string[] = []): Steps<string> {
  for (let step = 0; step < count; step++) {
    order.push(name)
    yield
  }
  return name
}

test.group('Work in steps', (group) => {
  const { now } = performance
  let clock = 0
  group.each.setup(() => {
    // Each step takes as long as a slice.
    performance.now = () => (clock += 10)
    return () => {
      performance.now = now
    }
  })

  test('returns the result, at once or in slices', async ({ assert }) => {
    assert.equal(finish(steps('ann', 3)), 'ann')
    assert.equal(await inSlices('ann', steps('ann', 3)), 'ann')
  })

  test('gives the event loop to other work after each slice', async ({ assert }) => {
    const order: string[] = []
    const other = () => {
      order.push('other')
      if (order.length < 6) setImmediate(other)
    }
    setImmediate(other)
    await inSlices('ann', steps('ann', 3, order))
    assert.deepEqual(order.slice(0, 5), ['ann', 'other', 'ann', 'other', 'ann'])
  })

  test('runs one slice in each turn of the event loop, and users take turns', async ({ assert }) => {
    const order: string[] = []
    const turns: number[] = []
    let turn = 0
    const count = () => {
      turns.push(order.length)
      if (++turn < 12) setImmediate(count)
    }
    setImmediate(count)
    await Promise.all([
      ...['ann 1', 'ann 2', 'ann 3'].map((name) => inSlices('ann', steps(name, 3, order))),
      inSlices('bo', steps('bo', 3, order)),
    ])
    // The first slice of each runs with the request that needs it.
    assert.deepEqual(order.slice(0, 4), ['ann 1', 'ann 2', 'ann 3', 'bo'])
    assert.isBelow(order.lastIndexOf('bo'), 8)
    const slices = turns.map((length, at) => length - (turns[at - 1] ?? 4))
    assert.isTrue(slices.every((length) => length <= 1))
  })

  test('lets others continue when a step fails', async ({ assert }) => {
    function* failing(): Steps<void> {
      yield
      throw new Error('failed')
    }
    const results = await Promise.allSettled([inSlices('ann', failing()), inSlices('bo', steps('bo', 3))])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled']
    )
  })
})
