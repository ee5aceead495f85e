import { test } from '@japa/runner'
import { ok } from '#modules/kernel/result'
import type { ReadingJob } from '../src/reading/job.ts'
import type { PictureSettings } from '../index.ts'
import { PictureReader, queueMax } from '../src/reading/picture_reader.ts'

/** Creates a reader with one fake process that finishes a picture on demand. */
const setUp = () => {
  const order: string[] = []
  let finish = () => {}
  const process = {
    isUsable: true,
    end: () => {},
    run: async function* ({ file }: ReadingJob) {
      order.push(file)
      await new Promise<void>((resolve) => (finish = resolve))
      yield ok([96])
      return 'done'
    },
  }
  const reader = new PictureReader({ readersMax: 1, readTimeoutMs: 60_000 } as PictureSettings, () => process as never)
  const outcomes: Record<string, string> = {}
  const send = (ownerId: string, file: string) =>
    reader.read({ file, boundary: null, folder: '', widths: [96] }, ownerId).then((read) => {
      outcomes[file] = read.ok ? 'read' : read.failure.kind
    })
  /** Waits for pending callbacks. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const readAll = async () => {
    for (let read = 0; read < 2 * queueMax; read++) {
      await settle()
      finish()
    }
    await settle()
  }
  return { reader, order, outcomes, send, settle, readAll }
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test.group('Reading pictures of several users', () => {
  test('gives one user the whole queue while there are no others', async ({ assert, cleanup }) => {
    const { reader, order, outcomes, send, settle, readAll } = setUp()
    cleanup(() => reader.stop())
    for (const index of times(queueMax + 2)) void send('ann', `ann ${index}`)
    await settle()
    assert.deepEqual(outcomes, { [`ann ${queueMax + 1}`]: 'busy' })
    await readAll()
    assert.deepEqual(
      order,
      times(queueMax + 1).map((index) => `ann ${index}`)
    )
  })

  test('evicts the last job of the user with the most when the queue is full', async ({ assert, cleanup }) => {
    const { reader, order, outcomes, send, settle, readAll } = setUp()
    cleanup(() => reader.stop())
    for (const index of times(queueMax + 1)) void send('ann', `ann ${index}`)
    await settle()
    for (const index of times(5)) void send('bo', `bo ${index}`)
    await settle()
    assert.deepEqual(outcomes, { 'ann 8': 'busy', 'ann 7': 'busy', 'ann 6': 'busy', 'ann 5': 'busy', 'bo 4': 'busy' })
    await readAll()
    // Users take turns, regardless of arrival.
    assert.deepEqual(order, ['ann 0', 'bo 0', 'ann 1', 'bo 1', 'ann 2', 'bo 2', 'ann 3', 'bo 3', 'ann 4'])
  })
})
