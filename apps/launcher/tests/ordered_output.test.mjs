import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OrderedOutput } from '../ordered_output.mjs'

function createOutput() {
  const written = []
  const output = new OrderedOutput({
    out: { write: (text) => written.push(text) },
    err: { write: (text) => written.push(`! ${text}`) },
  })
  return { written, output }
}

test('prints the first task live and the others in order, each as a whole', () => {
  const { written, output } = createOutput()
  const [first, second, third] = [output.open(), output.open(), output.open()]
  second.write('b1')
  first.write('a1')
  third.write('c1', 'err')
  assert.deepEqual(written, ['a1'])
  third.end()
  first.write('a2', 'err')
  assert.deepEqual(written, ['a1', '! a2'])
  first.end()
  assert.deepEqual(written, ['a1', '! a2', 'b1'])
  second.write('b2')
  assert.equal(written.at(-1), 'b2')
  second.end()
  assert.deepEqual(written, ['a1', '! a2', 'b1', 'b2', '! c1'])
  const fourth = output.open()
  fourth.write('d1')
  assert.equal(written.at(-1), 'd1')
})

test('prints buffered output after an interruption', () => {
  const { written, output } = createOutput()
  output.open()
  output.open().write('b1')
  output.flush()
  assert.deepEqual(written, ['b1'])
})
