import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Narration } from '../narration.mjs'

function listen() {
  const heard = []
  const narration = new Narration({
    out: { write: (text) => heard.push(text) },
    err: { write: (text) => heard.push(`! ${text}`) },
  })
  return { heard, narration }
}

test('prints the first task live and the others in order, each as a whole', () => {
  const { heard, narration } = listen()
  const [first, second, third] = [narration.open(), narration.open(), narration.open()]
  second.tell('b1')
  first.tell('a1')
  third.tell('c1', 'err')
  assert.deepEqual(heard, ['a1'])
  third.end()
  first.tell('a2', 'err')
  assert.deepEqual(heard, ['a1', '! a2'])
  first.end()
  assert.deepEqual(heard, ['a1', '! a2', 'b1'])
  second.tell('b2')
  assert.equal(heard.at(-1), 'b2')
  second.end()
  assert.deepEqual(heard, ['a1', '! a2', 'b1', 'b2', '! c1'])
  const fourth = narration.open()
  fourth.tell('d1')
  assert.equal(heard.at(-1), 'd1')
})

test('prints buffered output after an interruption', () => {
  const { heard, narration } = listen()
  narration.open()
  narration.open().tell('b1')
  narration.flush()
  assert.deepEqual(heard, ['b1'])
})
