import { test } from '@japa/runner'
import { ProviderError } from '../errors.ts'
import { Lines } from '../lines.ts'

const read = (...pieces: (string | Uint8Array)[]) => {
  const lines = new Lines()
  const found = pieces.flatMap((piece) => lines.push(typeof piece === 'string' ? Buffer.from(piece) : piece))
  return [...found, ...lines.end()].map(({ data }) => data)
}

test.group('Lines', () => {
  test('returns whole lines wherever the bytes are cut', ({ assert }) => {
    const bytes = Buffer.from('{"a":"€"}\r\n\n{"b":"🌊"}\n{"c":1}')
    const expected = ['{"a":"€"}', '{"b":"🌊"}', '{"c":1}']
    for (let cut = 0; cut <= bytes.length; cut++)
      assert.deepEqual(read(bytes.subarray(0, cut), bytes.subarray(cut)), expected, `cut at ${cut}`)
    assert.deepEqual(read(...[...bytes].map((byte) => Uint8Array.of(byte))), expected)
  })

  test('returns a line as soon as it is complete, and the rest at the end', ({ assert }) => {
    const lines = new Lines()
    assert.deepEqual(lines.push(Buffer.from('a\nb')), [{ data: 'a' }])
    assert.deepEqual(lines.push(Buffer.from('\n')), [{ data: 'b' }])
    assert.deepEqual(lines.end(), [])
  })

  test('refuses a line above the limit, in one chunk or many', ({ assert }) => {
    for (const pieces of [[64], [16, 16, 16, 16]]) {
      const lines = new Lines({ lineBytesMax: 50 })
      assert.throws(
        () => pieces.forEach((length) => lines.push(Buffer.alloc(length, 'y'))),
        ProviderError as unknown as ErrorConstructor
      )
    }
    const lines = new Lines({ lineBytesMax: 50 })
    for (let i = 0; i < 10; i++) assert.lengthOf(lines.push(Buffer.from('y'.repeat(40) + '\n')), 1)
  })
})
