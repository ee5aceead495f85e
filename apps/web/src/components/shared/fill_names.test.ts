import { fillMacros } from '#modules/gallery/api'
import { expect, test } from 'vitest'
import { fillNames, hasOtherMacros } from './fill_names.ts'

const values = { char: 'Mara', user: 'Sam' }

test.each(['{{user}}, this is {{Char}}.', 'No macro at all, { } and {user}.', '{{USER}}{{char}}'])(
  'gives what all macros give for %j',
  (text) => {
    expect(hasOtherMacros(text)).toBe(false)
    expect(fillNames(text, values)).toBe(fillMacros(text, values))
  }
)

test.each([
  '{{random:a,b}}',
  '{{ user }}',
  '{{{user}}}',
  'Hi <USER>',
  '{{char',
  '{{user}',
  '{{trim}} {{char}}',
  '{{// note}}',
])('leaves %j to all macros', (text) => expect(hasOtherMacros(text)).toBe(true))
