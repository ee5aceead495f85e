import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { groupMax, Groups } from '../grouped_statement.ts'

/** Records groups, and settles each on demand. The result of a call is twice its value. `addEach` adds each call in its own turn. */
const setUp = ({ keyOf, isEachAlone = false }: { keyOf?: (given: number) => unknown; isEachAlone?: boolean } = {}) => {
  const executions: { calls: readonly number[]; settle: () => void; fail: (error: unknown) => void }[] = []
  const groups = new Groups<number, number>({
    run: (calls) => {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>()
      executions.push({ calls, settle: () => resolve(calls.map((call) => call * 2)), fail: reject })
      return promise
    },
    isEachAlone,
    ...(keyOf && { keyOf }),
  })
  /** Settles execution `index`, and lets its successor begin in the next turn. */
  const settle = async (index: number) => {
    executions[index]!.settle()
    await turn()
    await turn()
  }
  const addEach = async (calls: readonly number[]) => {
    const results: Promise<number>[] = []
    for (const call of calls) {
      results.push(groups.add(call))
      await turn()
    }
    return { results }
  }
  const groupsRun = () => executions.map(({ calls }) => [...calls])
  return { groups, executions, settle, addEach, groupsRun }
}

test.group('Groups', () => {
  test('run the calls of one turn of the event loop together', async ({ assert }) => {
    const { groups, settle, groupsRun } = setUp()
    const results = [1, 2, 3].map((call) => groups.add(call))
    assert.deepEqual(groupsRun(), [])
    await turn()
    assert.deepEqual(groupsRun(), [[1, 2, 3]])
    await settle(0)
    assert.deepEqual(await Promise.all(results), [2, 4, 6])
  })

  test('run the next call while one execution is under way, and those that arrive meanwhile together', async ({
    assert,
  }) => {
    const { addEach, settle, groupsRun } = setUp()
    const { results } = await addEach([1, 2, 3, 4, 5])
    assert.deepEqual(groupsRun(), [[1], [2]])
    await settle(0)
    assert.deepEqual(groupsRun(), [[1], [2], [3, 4, 5]])
    await settle(1)
    await settle(2)
    assert.deepEqual(await Promise.all(results), [2, 4, 6, 8, 10])
  })

  test('have a largest size', async ({ assert }) => {
    const { groups, settle, groupsRun } = setUp()
    for (let call = 0; call < 2 * groupMax + 5; call++) void groups.add(call)
    await turn()
    await settle(0)
    assert.deepEqual(
      groupsRun().map(({ length }) => length),
      [groupMax, groupMax, 5]
    )
  })

  test('run calls with the same key one after the other', async ({ assert }) => {
    const { groups, settle, groupsRun } = setUp({ keyOf: (call) => call % 10 })
    for (const call of [1, 11, 2, 3, 13, 4]) void groups.add(call)
    await turn()
    assert.deepEqual(groupsRun(), [[1, 2, 3, 4]])
    void groups.add(21)
    await turn()
    assert.lengthOf(groupsRun(), 1, 'a call with each of these keys is running')
    await settle(0)
    assert.deepEqual(groupsRun().slice(1), [[11, 13]])
    await settle(1)
    assert.deepEqual(groupsRun().slice(2), [[21]])
  })

  test('run each call alone at once if asked to, and calls with the same key one after the other', async ({
    assert,
  }) => {
    const { groups, settle, groupsRun } = setUp({ keyOf: (call) => call % 10, isEachAlone: true })
    for (const call of [1, 11, 2, 3]) void groups.add(call)
    await turn()
    assert.deepEqual(groupsRun(), [[1], [2], [3]])
    await settle(0)
    assert.deepEqual(groupsRun().slice(3), [[11]])
  })

  test('run each call alone after a group has failed', async ({ assert }) => {
    const { groups, executions, settle, groupsRun } = setUp()
    const outcomes = Promise.allSettled([3, 4].map((call) => groups.add(call)))
    await turn()
    executions[0]!.fail(new Error('A constraint.'))
    await turn()
    assert.deepEqual(groupsRun(), [[3, 4], [3], [4]])
    executions[1]!.fail(new Error('A constraint.'))
    await settle(2)
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['rejected', 'fulfilled']
    )
  })

  test('reject each call after an outage, because the outcome is unknown', async ({ assert }) => {
    const { groups, executions, settle, groupsRun } = setUp()
    const outcomes = Promise.allSettled([3, 4].map((call) => groups.add(call)))
    await turn()
    executions[0]!.fail(Object.assign(new Error('read'), { code: 'ECONNRESET' }))
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['rejected', 'rejected']
    )
    const next = groups.add(5)
    await turn()
    assert.deepEqual(groupsRun(), [[3, 4], [5]])
    await settle(1)
    assert.equal(await next, 10)
  })
})
