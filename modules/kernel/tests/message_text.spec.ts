import { test } from '@japa/runner'
import fc from 'fast-check'
import { longRun } from '#tests/support/long_run'
import type { Block, Inline } from '../message_text/blocks.ts'
import { messageLevelsMax, messageNodesMax } from '../message_text/blocks.ts'
import { MessageReader, parseMessage, parsedMax } from '../message_text/parse_message.ts'
import { plainExcerpt, plainMessage, plainText, textLines } from '../message_text/plain_text.ts'
import { hostOf, safeAddress, safePicture } from '../message_text/safe_address.ts'
import { corpus } from './message_text/corpus.ts'
import { inlineNotation, notationOf } from './message_text/notation.ts'

const growing = (text: string) => notationOf(new MessageReader().read(text, true))

/** Every inline node of a message. */
function* inlinesIn(blocks: readonly Block[]): Generator<Inline> {
  for (const block of blocks) {
    if ('children' in block) yield* within(block.children)
    else if (block.kind === 'quote') yield* inlinesIn(block.blocks)
    else if (block.kind === 'list') for (const item of block.items) yield* inlinesIn(item.blocks)
    else if (block.kind === 'table') for (const cell of [block.head, ...block.rows].flat()) yield* within(cell)
  }
}
function* within(inlines: readonly Inline[]): Generator<Inline> {
  for (const inline of inlines) {
    yield inline
    if ('children' in inline) yield* within(inline.children)
  }
}

/** Texts of pieces that mean something to the parser. */
const pieces = [
  '*',
  '**',
  '***',
  '_',
  '__',
  '`',
  '```',
  '~~',
  '||',
  '((',
  '))',
  '"',
  '“',
  '”',
  '[',
  '](',
  ')',
  '![',
  '<',
  '>',
  '\n',
  '\n\n',
  '- ',
  '1. ',
  '# ',
  '> ',
  '| a | b |\n|---|---|\n',
  '<!--',
  '-->',
  '// ',
  '\\',
  '&amp;',
  '    ',
  '\t',
  '---',
  'x',
  'word ',
  ' ',
  'https://e.example/a',
  'javascript:x',
  'mailto:a@b.example',
  'http://u:p@e.example',
  '漢字',
  'שלום',
  '👋',
  '\u200b',
  '\u202e',
]
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''))

test.group('Text of a message', () => {
  test('has the tree that the corpus expects', ({ assert }) => {
    assert.isAtLeast(corpus.length, 200)
    for (const { title, text, expected } of corpus) assert.equal(notationOf(parseMessage(text)), expected, title)
  })

  test('is the same when it grows letter by letter and when it is parsed at once', ({ assert }) => {
    for (const { title, text } of corpus.filter((_, index) => index % 9 === 0)) {
      const reader = new MessageReader()
      for (let end = 1; end <= text.length; end += 1) {
        const part = text.slice(0, end)
        assert.equal(notationOf(reader.read(part, true)), growing(part), `${title}: ${JSON.stringify(part)}`)
      }
      assert.equal(notationOf(reader.read(text)), notationOf(parseMessage(text)), title)
    }
  })

  test('is the same when messages follow each other and arrive in chunks', ({ assert }) => {
    for (let first = 0; first < corpus.length; first += 6) {
      const text = corpus
        .slice(first, first + 6)
        .map((message) => message.text)
        .join('\n\n')
      const reader = new MessageReader()
      for (let end = 1 + (first % 13); end < text.length; end += 17 + (first % 7))
        assert.equal(notationOf(reader.read(text.slice(0, end), true)), growing(text.slice(0, end)))
      assert.equal(notationOf(reader.read(text)), notationOf(parseMessage(text)))
    }
  })

  test('keeps the blocks before the last one while it grows', ({ assert }) => {
    const reader = new MessageReader()
    const [first] = reader.read('*One.*\n\nTwo', true)
    assert.strictEqual(reader.read('*One.*\n\nTwo and', true)[0], first)
    assert.strictEqual(reader.read('*One.*\n\nTwo and\n\n```js\n', true)[0], first)
    assert.notStrictEqual(reader.read('Another\n\ntext', true)[0], first)
  })

  test('keeps the items and rows before the last one while it grows', ({ assert }) => {
    const reader = new MessageReader()
    const items = (text: string) => {
      const [block] = reader.read(text, true)
      return block?.kind === 'list' ? block.items : block?.kind === 'table' ? block.rows : []
    }
    const [one, two] = items('- *one*\n- two')
    const [same, other] = items('- *one*\n- two and **more')
    assert.strictEqual(same, one)
    assert.notStrictEqual(other, two)
    const [row] = items('| a | b |\n|---|---|\n| *x* | y |\n| z')
    assert.strictEqual(items('| a | b |\n|---|---|\n| *x* | y |\n| z | and')[0], row)
    reader.read('- *one*\n'.repeat(50), true)
    // Item, paragraph, action and text, and the list.
    assert.equal(reader.nodes, 4 * 50 + 1)
  })

  test('shows what is open as if it were closed, and waits with what is undecided', ({ assert }) => {
    const cases = {
      '*She turns': 'p[action[She turns]]',
      'and *she turns **at': 'p[and action[she turns strong[at]]]',
      'and *': 'p[and ]',
      'She **': 'p[She ]',
      '"I `npm': 'p[‹"I ›code[npm]]',
      '||hid': 'p[spoiler[hid]]',
      '((ooc': 'p[aside[((ooc]]',
      'See [the map](https://exam': 'p[See [the map]',
      'Bye <!-- hid': 'p[Bye ]',
      'One\n\n-': 'p[One]',
      'One\n\n--': 'p[One]',
      'One\n\n``': 'p[One]',
      '```js\nconst': 'code js[const]',
      '| a | b': 'table[a¦b]',
      '| a | b |\n|--': 'table[a¦b]',
      '| a | b |\n|---|---|\n| *x': 'table[a¦b/action[x]]',
    }
    for (const [text, expected] of Object.entries(cases)) assert.equal(growing(text), expected, text)
  })

  test('becomes plain text beyond the limits of levels and nodes', ({ assert }) => {
    const kindOf = (text: string) => parseMessage(text)[0]?.kind
    assert.equal(kindOf(`${'> '.repeat(messageLevelsMax - 4)}x`), 'quote')
    assert.equal(kindOf(`${'> '.repeat(messageLevelsMax + 1)}x`), 'plain')
    assert.equal(kindOf('*a _b '.repeat(messageLevelsMax) + 'c_ d*'.repeat(messageLevelsMax)), 'plain')
    assert.equal(kindOf('x\n\n'.repeat(messageNodesMax / 2 - 1)), 'paragraph')
    assert.equal(kindOf('x\n\n'.repeat(messageNodesMax)), 'plain')
    assert.equal(kindOf('x'.repeat(parsedMax + 1)), 'plain')
    assert.equal(plainMessage('x\n\n'.repeat(messageNodesMax)).length, 3 * messageNodesMax - 2)
  })

  test('has only addresses of the allow-list, for any text', ({ assert }) => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isGrowing) => {
        for (const inline of inlinesIn(new MessageReader().read(text, isGrowing))) {
          if (inline.kind === 'link') assert.equal(safeAddress(inline.address), inline.address)
          if (inline.kind === 'picture') assert.equal(safePicture(inline.address), inline.address)
        }
      }),
      { numRuns: 300 }
    )
  })

  test('loses no letters, for any text', ({ assert }) => {
    const letters = (text: string) => text.replace(/[^\p{L}]/gu, '')
    // Comments and addresses of links aren't shown, and entities are replaced.
    const shown = fc
      .array(fc.constantFrom(...pieces.filter((piece) => !/<!--|-->|\]\(|&/.test(piece))), { maxLength: 60 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(shown, (text) => {
        const blocks = parseMessage(text)
        const languages = blocks.some(({ kind }) => kind !== 'paragraph' && kind !== 'rule') ? /```[^\n`]*/g : /$^/
        assert.equal(
          letters(plainText(blocks, { hasSpoilers: true })).length >= letters(text.replace(languages, '')).length,
          true,
          JSON.stringify(text)
        )
      }),
      { numRuns: 300 }
    )
  })

  test('is the same in any two ways of growing', ({ assert }) => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(400), { maxLength: 12 }), (text, cuts) => {
        const reader = new MessageReader()
        for (const cut of cuts.toSorted((a, b) => a - b))
          assert.equal(notationOf(reader.read(text.slice(0, cut), true)), growing(text.slice(0, cut)))
        assert.equal(notationOf(reader.read(text)), notationOf(parseMessage(text)))
      }),
      { numRuns: 1_500 }
    )
  }).tags(longRun)

  test('takes linear time for hostile texts', ({ assert }) => {
    const length = 32_000
    const units = [
      '>',
      '> ',
      '- ',
      '1. ',
      '[',
      '[a](',
      '[a](b',
      '![[',
      '*',
      '*a ',
      'a* ',
      '*a **b _c ',
      '**a*',
      '*a_b',
      'a**b*c_',
      '`a ',
      '~~a ',
    ]
    const others = [
      '|',
      '<a ',
      '<!--',
      '&#',
      'a:b@c ',
      '\\',
      '[a]: b\n',
      'a\n=\n',
      '> - ',
      '> a\nb\n',
      '-\ta\n\t',
      '[a](b "',
      '((',
      '||',
      '"',
      '“',
      ' ',
      '\n',
    ]
    for (const unit of [...units, ...others]) {
      const text = `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}x`
      const before = process.cpuUsage().user
      parseMessage(text)
      assert.isBelow((process.cpuUsage().user - before) / 1_000, 150, JSON.stringify(unit))
    }
  }).tags(longRun)
})

test.group('Plain text of a message', () => {
  test('has the text without marks, and no spoilers', ({ assert }) => {
    assert.equal(plainMessage('*nods* **Yes.** ||Mara|| did it.\n\n- a\n- [x] b'), 'nods Yes. … did it.\n\n• a\n• ☑ b')
    assert.equal(plainText(parseMessage('||Mara||'), { hasSpoilers: true }), 'Mara')
    assert.equal(plainMessage('| a | b |\n|---|---|\n| 1 | 2 |'), 'a | b\n1 | 2')
    assert.equal(plainExcerpt('*She looks\n\nup **and'), 'She looks up and')
  })

  test('has lines of runs, with actions and emphasis apart', ({ assert }) => {
    assert.deepEqual(textLines(parseMessage('*nods* Yes.\n_No._')), [
      [
        { text: 'nods', isAction: true },
        { text: ' Yes.', isAction: false },
      ],
      [{ text: 'No.', isAction: true }],
    ])
  })
})

test.group('Addresses in texts by users', () => {
  test('are http, https and mailto, without what misleads', ({ assert }) => {
    assert.equal(safeAddress('HTTPS://Example.com/A'), 'https://example.com/A')
    assert.equal(safeAddress('mailto:a@b.example'), 'mailto:a@b.example')
    for (const written of [
      'javascript:alert(1)',
      'data:text/html,x',
      '/path',
      '//host',
      'https:host',
      'https://',
      'ftp://a.b',
      'mailto:',
      'mailto:x',
      'https://a:b@c.example',
      'https://a@c.example',
      'https://a.example/\u202e',
      'https://a.example/\n',
      'https://a\\b.example',
      'https://a.example/\u200b',
      ' https://a.example',
      'blob:https://a.example/x',
      `https://a.example/${'x'.repeat(2_048)}`,
    ])
      assert.isNull(safeAddress(written), written)
  })

  test('name their host as the network does', ({ assert }) => {
    assert.equal(hostOf(safeAddress('https://раypal.example/x')!), 'xn--ypal-43d9g.example')
    assert.equal(hostOf('mailto:a@b.example?subject=x'), 'a@b.example')
  })

  test('of pictures are https, or ours', ({ assert }) => {
    assert.equal(safePicture('/pictures/ab/cd.webp'), '/pictures/ab/cd.webp')
    assert.equal(safePicture('https://a.example/p.png'), 'https://a.example/p.png')
    for (const written of [
      'http://a.example/p.png',
      '/pictures/../api/x',
      '/api/pictures/x',
      '/pictures/a?b',
      'mailto:a@b.example',
    ])
      assert.isNull(safePicture(written), written)
  })

  test('are shown as written', ({ assert }) => {
    const [block] = parseMessage('[a](https://a.example)')
    assert.equal(
      inlineNotation((block as Extract<Block, { kind: 'paragraph' }>).children),
      'link https://a.example/[a]'
    )
  })
})
