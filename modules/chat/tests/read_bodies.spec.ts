import { test } from '@japa/runner'
import { readDemoBody } from '../http/read_demo_body.ts'
import { readSendBody } from '../http/read_send_body.ts'
import { readTurnBody } from '../http/read_turn_body.ts'

test.group('A message that takes the whole body of a request', () => {
  const content = '{{user}} '.repeat(100_000)
  for (const [title, read] of Object.entries({
    send: () => readSendBody({ content }, [], ''),
    turn: () => readTurnBody({ content }, [], ''),
    demo: () => readDemoBody({ content, characterId: 'x' }),
  }))
    test(`is refused before its macros are filled: ${title}`, ({ assert }) => {
      const { test: matches } = RegExp.prototype
      let units = 0
      RegExp.prototype.test = function (this: RegExp, text: string) {
        units += text.length
        return matches.call(this, text)
      }
      let answer
      try {
        answer = read()
      } finally {
        RegExp.prototype.test = matches
      }
      assert.deepEqual(!answer.ok && answer.failure.map(({ field, rule }) => `${field} ${rule}`), ['content maxLength'])
      assert.isBelow(units, 1_000)
    })
})
