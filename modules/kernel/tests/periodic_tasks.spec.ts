import type { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { PeriodicTasks, type PeriodicTask } from '../periodic_tasks.ts'

const never = 3_600_000

/** Returns a task whose runs wait for `end`, and its runner. */
const setUp = () => {
  const ends: (() => void)[] = []
  const warnings: string[] = []
  const task: PeriodicTask = {
    purpose: 'count',
    everyMs: never,
    run: () =>
      new Promise<void>((resolve, reject) => ends.push(ends.length === 1 ? () => reject(new Error('no')) : resolve)),
  }
  const logger = { warn: (_: object, line: string) => warnings.push(line) }
  const runner = new PeriodicTasks(new AdjustableTimers(), logger as unknown as Logger)
  /** Ends the newest run and lets what follows begin. */
  const end = async () => {
    ends.at(-1)!()
    await new Promise(setImmediate)
  }
  return { task, runner, warnings, end, runs: () => ends.length }
}

test.group('Periodic tasks', () => {
  test('run now when asked to, without waiting for their time', async ({ assert }) => {
    const { task, runner, runs } = setUp()
    runner.start(task)
    assert.equal(runs(), 0)
    runner.runNow(task)
    assert.equal(runs(), 1)
  })

  test('run once more after their active run when asked to meanwhile, even if it failed', async ({ assert }) => {
    const { task, runner, warnings, end, runs } = setUp()
    runner.runNow(task)
    for (let n = 0; n < 3; n++) runner.runNow(task)
    assert.equal(runs(), 1)
    await end()
    assert.equal(runs(), 2)
    runner.runNow(task)
    await end()
    assert.equal(runs(), 3)
    assert.deepEqual(warnings, ['could not count; the next run tries again'])
    await end()
    assert.equal(runs(), 3)
  })

  test('begin no run while they stop, which waits for the active one', async ({ assert }) => {
    const { task, runner, end, runs } = setUp()
    runner.runNow(task)
    runner.runNow(task)
    let isStopped = false
    const stopping = runner.stop().then(() => (isStopped = true))
    assert.isFalse(isStopped)
    await end()
    await stopping
    runner.runNow(task)
    assert.equal(runs(), 1)
  })
})
