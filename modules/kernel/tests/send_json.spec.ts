import { test } from '@japa/runner'
import { batchesOf, turnLength } from '../send_json.ts'

test.group('A large JSON response', () => {
  test('is encoded as by JSON.stringify', ({ assert }) => {
    for (const value of [
      {},
      [],
      { a: undefined, b: null, 'c"': [1, undefined, true, 'ä\n"\u2028'], d: { e: [[]], at: new Date(0) } },
      { text: 'x'.repeat(2 * turnLength), after: { n: 1 } },
    ])
      assert.equal([...batchesOf(value)].join(''), JSON.stringify(value))
  })

  test('is encoded in batches of limited length', ({ assert }) => {
    const textMax = 50_000
    // All characters take six bytes, as they may in the longest texts that users store.
    const greetings = Array.from({ length: 160 }, () => '\u0001'.repeat(textMax))
    const { stringify } = JSON
    const lengths: number[] = []
    let encoded = 0
    JSON.stringify = (value: unknown) => {
      const text = stringify(value)
      encoded += text.length
      return text
    }
    try {
      for (const batch of batchesOf({ greetings })) {
        lengths.push(batch.length, encoded)
        encoded = 0
      }
    } finally {
      JSON.stringify = stringify
    }
    assert.isAbove(lengths.length, 300)
    assert.isTrue(lengths.every((length) => length < turnLength + 6 * textMax + 10))
  })
})
