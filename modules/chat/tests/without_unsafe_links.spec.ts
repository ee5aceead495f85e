import { test } from '@japa/runner'
import { withoutUnsafeLinks } from '../sessions/without_unsafe_links.ts'

const unsafe = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' \n javascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>',
  'data:image/svg+xml;base64,AA',
  'file:///etc/passwd',
  'facet:open',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;avascript&#58;alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  'java\tscript:alert(1)',
  'java script:alert(1)',
  'java\\script:alert(1)',
  'javascript\\:alert(1)',
  '\u0001javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '&lt;javascript:alert(1)',
  'mailto&colon;x',
]
const harmless = [
  'https://a.example/b?c=d:e&f',
  'HTTP://a.example',
  ' https://a.example "A title"',
  'mailto:a@b.example',
  '/pictures/a.webp',
  'page',
  'page "Title: x"',
  '#chapter',
  'a/b:c',
  '?q=a:b',
  '',
]

test.group('Links in exported Markdown', () => {
  for (const target of unsafe)
    test(`become text when they lead to ${JSON.stringify(target)}`, ({ assert }) => {
      assert.equal(withoutUnsafeLinks(`[a](${target})`), `[a&#93;(${target})`)
      assert.equal(withoutUnsafeLinks(`![a](<${target}>)`), `![a&#93;(<${target}>)`)
      // A backslash before the bracket can't make it a link again.
      assert.equal(withoutUnsafeLinks(`[a\\\\](${target})`), `[a\\\\&#93;(${target})`)
      if (!/[\s\p{Cc}]/u.test(target)) assert.equal(withoutUnsafeLinks(`[a]: ${target}\n`), `[a&#93;: ${target}\n`)
    })

  for (const target of harmless)
    test(`stay when they lead to ${JSON.stringify(target)}`, ({ assert }) => {
      for (const text of [`[a](${target})`, `![a](${target}) and (b) [c] d`])
        assert.equal(withoutUnsafeLinks(text), text)
    })

  test('are not seen in speech', ({ assert }) => {
    for (const text of [
      '[Scene]: evening, rain',
      '[Ann]: *waves*',
      'a [b] (c: d)',
      'see [1]:',
      '[x]:\nhttps://a.example',
    ])
      assert.equal(withoutUnsafeLinks(text), text)
  })

  test('of the longest message take linear time', ({ assert }) => {
    for (const part of ['](', ']:', '](\n', ']( ', ']:a', '](a/', '['])
      assert.isAtLeast(withoutUnsafeLinks(part.repeat(100_000 / part.length)).length, 90_000)
  })
})
