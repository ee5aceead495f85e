import { test } from '@japa/runner'
import { readPosition } from '../replicas.ts'

test.group('The position in a cookie', () => {
  test('is a number, and 0 if it is anything else', ({ assert }) => {
    assert.equal(readPosition('18446744073709551615'), 2n ** 64n - 1n)
    for (const value of [null, undefined, '', '-1', '1.5', '0x10', 'one', '1'.repeat(21), { length: 1 }])
      assert.equal(readPosition(value), 0n)
  })
})
