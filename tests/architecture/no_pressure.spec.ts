import { globSync } from 'node:fs'
import { test } from '@japa/runner'
import { root, sources, textOf } from './sources.ts'

/** Words that press people to come back, or pretend that a character waits for them. */
const pressure = /\b(?:miss(?:es|ed|ing)? you|waiting for you|(?:days|weeks) in a row|streaks?)\b/i

test.group('Texts', () => {
  test('count no streaks, and never pretend that a character misses its reader', ({ assert }) => {
    const files = [...sources, ...globSync('modules/*/views/**/*.edge', { cwd: root })]
    const found = files.flatMap((file) => {
      const [words] = pressure.exec(textOf(file)) ?? []
      return words === undefined ? [] : [`${file}: ${words}`]
    })
    assert.deepEqual(found, [], 'See docs/decisions/0139.')
  })
})
