import { getActiveTestOrFail, test } from '@japa/runner'
import { BackgroundPool, BackgroundProcess, JobFailed, scriptBeside } from '../background/background_process.ts'
import type { TestJob } from './background_job.ts'

const script = scriptBeside(import.meta.url, 'background_job')
const limits = { timeoutMs: 60_000, memoryMb: 64 }

const setUp = ({ timeoutMs = limits.timeoutMs } = {}) => {
  let starts = 0
  const pool = new BackgroundPool<TestJob, number>(() => {
    starts++
    return new BackgroundProcess(script, { ...limits, startTimeoutMs: 60_000, timeoutMs })
  })
  getActiveTestOrFail().cleanup(() => pool.stop())
  return { pool, starts: () => starts }
}

test.group('Background processes', () => {
  test('run one job after the other', async ({ assert }) => {
    const { pool, starts } = setUp()
    for (let job = 0; job < 3; job++) assert.deepEqual(await pool.run('count'), { results: [1, 2], end: 'done' })
    assert.equal(starts(), 1)
  })

  test('end with a job that takes too long, and the next job has a new one', async ({ assert }) => {
    const { pool, starts } = setUp({ timeoutMs: 100 })
    for (let job = 0; job < 2; job++) assert.equal((await pool.run('hang')).end, 'too_slow')
    assert.equal(starts(), 2)
  })

  test('end with a job that is aborted', async ({ assert }) => {
    const { pool, starts } = setUp()
    const abort = new AbortController()
    const process = pool.take()
    const running = process.run('hang', abort.signal)
    assert.deepEqual(await running.next(), { done: false, value: 1 })
    const ended = running.next()
    abort.abort()
    assert.deepEqual(await ended, { done: true, value: 'too_slow' })
    pool.keep(process)
    assert.equal((await pool.run('count')).end, 'done')
    assert.equal(starts(), 2)
  })

  test('report a bug in a job, and that they are stopped', async ({ assert }) => {
    const { pool } = setUp()
    await assert.rejects(() => pool.run('throw'), JobFailed as never, 'A job failed: Error: A bug')
    const process = pool.take()
    const running = process.run('hang')
    await running.next()
    pool.stop()
    assert.deepEqual(await running.next(), { done: true, value: 'gone' })
  })
})
