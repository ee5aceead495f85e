import { test } from '@japa/runner'
import { demoValidator, sendValidator, turnValidator } from '../http/reply_validators.ts'
import { type Tier, Tiers } from '../prompts/index.ts'

test.group('A message that takes the whole body of a request', () => {
  const tiers = new Tiers([{ id: 'basic' } as Tier], 'basic')
  const content = '{{user}} '.repeat(100_000)
  for (const [title, read] of Object.entries({
    send: () => sendValidator.validate({ content }, { meta: tiers }),
    turn: () => turnValidator.validate({ content }, { meta: tiers }),
    demo: () => demoValidator.validate({ content, characterId: 'x' }),
  }))
    test(`is refused before its macros are filled: ${title}`, async ({ assert }) => {
      const { test: matches } = RegExp.prototype
      let units = 0
      RegExp.prototype.test = function (this: RegExp, text: string) {
        units += text.length
        return matches.call(this, text)
      }
      let problems: { field: string; rule: string }[] = []
      try {
        await read()
      } catch ({ messages }: any) {
        problems = messages
      } finally {
        RegExp.prototype.test = matches
      }
      assert.deepEqual(
        problems.map(({ field, rule }) => `${field} ${rule}`),
        ['content maxLength']
      )
      assert.isBelow(units, 1_000)
    })
})
