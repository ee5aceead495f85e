import { test } from '@japa/runner'
import type { CharacterDraft } from '#modules/gallery/index'
import { finish } from '#modules/kernel/steps'
import { comparedFields } from '../api.ts'
import { differencesBetween } from '../src/importing/card_differences.ts'

const draft = (texts: Partial<CharacterDraft> = {}) =>
  ({ ...Object.fromEntries(comparedFields.map((field) => [field, null])), ...texts }) as unknown as CharacterDraft

const compare = (before: string, after: string) => {
  const { differences } = finish(differencesBetween(draft({ backstory: before }), draft({ backstory: after }), null))
  return differences[0]
}

test.group('The differences of a card', () => {
  test('show the part in which two long texts differ, wherever that is', ({ assert }) => {
    const length = 40_000
    for (const at of [0, 1, 16_383, 16_384, 16_385, 20_000, length - 1]) {
      const text = 'a'.repeat(length)
      const changed = `${text.slice(0, at)}b${text.slice(at + 1)}`
      const [from, to] = [Math.max(0, at - 160), Math.min(length, at + 161)]
      const around = (shown: string) => `${from > 0 ? '…' : ''}${shown.slice(from, to)}${to < length ? '…' : ''}`
      assert.deepInclude(compare(text, changed), { before: around(text), after: around(changed) }, `at ${at}`)
    }
  })

  test('show what was added or removed at an end', ({ assert }) => {
    const text = 'word '.repeat(10_000)
    const [end, start] = [text.slice(-160), text.slice(0, 160)]
    assert.deepInclude(compare(text, `${text}!`), { before: `…${end}`, after: `…${end}!` })
    assert.deepInclude(compare(`!${text}`, text), { before: `!${start}…`, after: `${start}…` })
    assert.deepInclude(compare(text, ''), { after: null })
    assert.isUndefined(compare(text, text))
  })

  test('of the longest texts are found in small steps', ({ assert }) => {
    const length = 1_048_576
    const half = 'a'.repeat(length / 2)
    const greetings = (mark: string) => Array.from({ length: 8 }, (_, n) => `${half}${mark}${n}${half}`)
    const steps = differencesBetween(
      draft({ alternateGreetings: greetings('b') }),
      draft({ alternateGreetings: greetings('c') }),
      null
    )
    let count = 0
    for (;;) {
      const { done, value } = steps.next()
      if (done) {
        assert.lengthOf(value.differences, 8)
        break
      }
      count++
    }
    assert.equal(count, (8 * length) / 16_384)
  })
})
