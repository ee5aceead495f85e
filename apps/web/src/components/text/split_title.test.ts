import { expect, test } from 'vitest'
import { splitTitle } from './split_title.ts'

test.each([
  ['# Terms\n\nBe kind.', 'Terms', 'Be kind.'],
  ['> An example.\n\n# Terms\nBe kind.', 'Terms', '> An example.\n\nBe kind.'],
  ['# Terms', 'Terms', ''],
  ['Be kind.\n\n# Terms', null, 'Be kind.\n\n# Terms'],
  ['## Terms\n\nBe kind.', null, '## Terms\n\nBe kind.'],
  ['# **Terms**\n\nBe kind.', null, '# **Terms**\n\nBe kind.'],
  ['', null, ''],
])('splits %j', (text, title, rest) => {
  expect(splitTitle(text)).toEqual({ title, text: rest })
})
