import { globSync } from 'node:fs'
import { test } from '@japa/runner'
import { root, textOf } from './sources.ts'

/** Controls without text that the user writes. */
const withoutText = /type="(?:hidden|file|checkbox|radio|email|password|range)"|\bhidden\b/

test.group('Text direction', () => {
  test('follows the script that the user writes in, in every text field', ({ assert }) => {
    const found = globSync(['apps/web/src/**/*.tsx', 'modules/*/views/**/*.edge'], { cwd: root }).flatMap((file) =>
      [...textOf(file).matchAll(/<(?:input|textarea)\b(?:=>|[^>])*>/g)]
        .filter(([field]) => !withoutText.test(field) && !field.includes('dir="auto"'))
        .map(([field]) => `${file}: ${field.slice(0, 80)}`)
    )
    assert.deepEqual(found, [], 'Add dir="auto", or use Input, TextArea or SearchField.')
  })
})
