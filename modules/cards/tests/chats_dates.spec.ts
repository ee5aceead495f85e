import { test } from '@japa/runner'
import { readDate } from '../formats/chats/dates.ts'
import { DateFiller } from '../formats/chats/fill_dates.ts'
import { now } from './chats_files.ts'

const read = (value: unknown) => readDate(value, now)?.toISOString() ?? null

test.group('Dates of messages', () => {
  test('are read in every form that apps write', ({ assert }) => {
    for (const [value, expected] of [
      ['2024-07-12T01:31:37.123Z', '2024-07-12T01:31:37.123Z'],
      ['2024-07-12T01:31:37.123456Z', '2024-07-12T01:31:37.123Z'],
      ['2024-07-12T01:31:37+02:00', '2024-07-11T23:31:37.000Z'],
      ['2024-07-12T01:31:37-0530', '2024-07-12T07:01:37.000Z'],
      ['2024-07-12T01:31:37', '2024-07-12T01:31:37.000Z'],
      ['2024-07-12 01:31', '2024-07-12T01:31:00.000Z'],
      ['2024-07-12', '2024-07-12T00:00:00.000Z'],
      [1_720_747_897_123, '2024-07-12T01:31:37.123Z'],
      ['1720747897123', '2024-07-12T01:31:37.123Z'],
      [1_720_747_897, '2024-07-12T01:31:37.000Z'],
      [1_720_747_897.5, '2024-07-12T01:31:37.500Z'],
      ['June 19, 2023 2:20pm', '2023-06-19T14:20:00.000Z'],
      ['June 19, 2023 12:05am', '2023-06-19T00:05:00.000Z'],
      ['june 9, 2023 12:05 PM', '2023-06-09T12:05:00.000Z'],
      ['Jan 05, 2025 14:30', '2025-01-05T14:30:00.000Z'],
      ['2024-07-12@01h31m37s123ms', '2024-07-12T01:31:37.123Z'],
      ['2024-6-5 @14h 56m 50s 682ms', '2024-06-05T14:56:50.682Z'],
      ['2024-6-5 @14h 56m 50s', '2024-06-05T14:56:50.000Z'],
    ] as const)
      assert.equal(read(value), expected, String(value))
  })

  test('are unreadable when they are invalid, or far from the present', ({ assert }) => {
    for (const value of [
      null,
      undefined,
      '',
      'yesterday',
      {},
      true,
      NaN,
      Infinity,
      -1,
      0,
      '0',
      '2024-13-01T00:00:00Z',
      '2024-6-31 @14h 56m 50s',
      '2024-6-5 @24h 00m 00s 0ms',
      'June 31, 2023 2:20pm',
      'June 19, 2023 13:20pm',
      'Juno 19, 2023 2:20pm'.replace('Juno', 'Foo'),
      '1970-01-01T00:00:00Z',
      '9999-01-01T00:00:00Z',
      now + 2 * 86_400_000,
      '1'.repeat(61),
    ])
      assert.isNull(read(value), String(value))
  })
})

const at = (ms: number | null) => ({ createdAt: ms === null ? null : new Date(ms) })

const fill = (dates: (number | null)[], start: number | null = null) => {
  const filler = new DateFiller(start === null ? null : new Date(start), 500)
  const filled = [...dates.map(at).flatMap((item) => filler.push(item)), ...filler.end()]
  return filled.map(({ createdAt }) => createdAt.getTime())
}

test.group('Missing dates', () => {
  test('lie between their neighbors', ({ assert }) => {
    assert.deepEqual(fill([1_000, null, 2_000]), [1_000, 1_500, 2_000])
    assert.deepEqual(fill([1_000, null, null, null, 2_000, null]), [1_000, 1_250, 1_500, 1_750, 2_000, 2_001])
    assert.deepEqual(fill([2_000, null, 1_000]), [2_000, 1_500, 1_000])
  })

  test('follow or precede the only neighbor', ({ assert }) => {
    assert.deepEqual(fill([null, null, 1_000]), [998, 999, 1_000])
    assert.deepEqual(fill([1_000, null, null]), [1_000, 1_001, 1_002])
    assert.deepEqual(fill([null, 1_000], 500), [750, 1_000])
  })

  test('follow the chat’s own date, or else the fallback, when no message has one', ({ assert }) => {
    assert.deepEqual(fill([null, null], 9_000), [9_001, 9_002])
    assert.deepEqual(fill([null, null]), [501, 502])
    assert.deepEqual(fill([]), [])
  })

  test('are filled with bounded memory and in order', ({ assert }) => {
    const filler = new DateFiller(null, 500)
    let waiting = 0
    let waitingMax = 0
    let last = 0
    for (let n = 0; n < 5_000; n++) {
      const filled = filler.push(at(n === 4_500 ? 1_000_000 : null))
      waiting += 1 - filled.length
      waitingMax = Math.max(waitingMax, waiting)
      for (const { createdAt } of filled) {
        assert.isAbove(createdAt.getTime(), last)
        last = createdAt.getTime()
      }
    }
    assert.isAtMost(waitingMax, 1_000)
    assert.lengthOf(filler.end(), 499)
  })
})
