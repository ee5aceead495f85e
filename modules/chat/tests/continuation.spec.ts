import { test } from '@japa/runner'
import { limits } from '../api.ts'
import { Continuation } from '../replies/run/continuation.ts'

type Options = ConstructorParameters<typeof Continuation>[1]

const read = (before: string, pieces: string[], options?: Options) => {
  const continuation = new Continuation(before, options)
  return pieces.map((piece) => continuation.push(piece)).join('') + continuation.end()
}

/** The cut text, the model's answer, and the text to append. */
const cases: [title: string, before: string, sent: string, appended: string][] = [
  ['a repeated half word becomes a whole one', 'It was wonder', 'wonderful.', 'ful.'],
  ['a repeated whole word gets the following space', 'She walked', 'walked to the shore', ' to the shore'],
  ['a capital at the start of the message is ignored', 'It was wonder', 'Wonderful.', 'ful.'],
  ['several repeated words', 'Once upon a ti', 'upon a time', 'me'],
  ['a repeated word with its full stop', 'He stopped.', 'stopped. Then he ran', ' Then he ran'],
  ['a repeated word after a space', 'It was wonder', ' wonderful.', 'ful.'],
  ['a repeated word after text that ends with a space', 'She walked ', 'walked to', 'to'],
  ['a repeated word without spaces between words', '海は静か', '静かだった', 'だった'],
  ['equal last letters only', 'a banana', 'anagram', 'anagram'],
  ['the rest of a word', 'It was wonder', 'ful.', 'ful.'],
  ['the rest of a word that continues in a sentence', 'It was won', 'derful, he said', 'derful, he said'],
  ['a word with its own space', 'She walked', ' to the shore', ' to the shore'],
  ['a paragraph', 'She walked', '\n\nThen', '\n\nThen'],
  ['a space after a space', 'She walked ', ' to', 'to'],
  ['punctuation', 'And so', ', he slept.', ', he slept.'],
  ['a new sentence after a word', 'He slept', 'Then he woke', ' Then he woke'],
  ['a new sentence after a full stop', 'He slept.', 'Then he woke', ' Then he woke'],
  ['a word after a comma', 'Well,', 'then', ' then'],
  ['a word after a closing quote', 'He said “no”', 'and left', ' and left'],
  ['capitals within a word', 'WONDER', 'FUL', 'FUL'],
  ['the rest of a contraction', 'I don’', 't know', 't know'],
  ['the rest of a hyphenated word', 'well-', 'known', 'known'],
  ['the rest of a number', 'It cost 1,', '000', '000'],
  ['the rest of a price', 'It cost 1', '5 rubies', '5 rubies'],
  ['an action that opens', 'He slept', '*He wakes.*', ' *He wakes.*'],
  ['an action that closes', '*He wakes', '* Hello', '* Hello'],
  ['words after an action', '*He wakes.*', 'Hello', ' Hello'],
  ['words within an action', '*', 'He wakes.*', 'He wakes.*'],
  ['a quote that opens', 'He said', '“Hello”', ' “Hello”'],
  ['a plain quote that closes', 'He said "no', '" and left', '" and left'],
  ['a script without spaces', '静かな', '海', '海'],
  ['letters of any script', 'Это было чудес', 'но', 'но'],
  ['letters with combining marks', 'नमस्', 'ते', 'ते'],
  ['nothing', 'It was', '', ''],
  ['a repeated capital sigma within a word', 'η ΟΔΟΣΑ', 'η οδοσα και', ' και'],
  ['a repeated capital sigma at the end of a word', 'η ΟΔΟΣ', 'η οδος και', ' και'],
  ['capitals that are surrogate pairs', 'a 𐐀𐐁', 'a 𐐨𐐩 b', ' b'],
]

test.group('A continuation', () => {
  for (const [title, before, sent, appended] of cases) {
    test(`is joined to the cut text: ${title}`, ({ assert }) => {
      assert.equal(read(before, [sent]), appended)
    })
  }

  test('is joined in the same way however it is split into pieces', ({ assert }) => {
    for (const [title, before, sent, appended] of cases)
      for (let first = 0; first <= sent.length; first++)
        for (let second = first; second <= sent.length; second++) {
          const pieces = [sent.slice(0, first), sent.slice(first, second), sent.slice(second)].filter(Boolean)
          assert.equal(read(before, pieces), appended, `${title}, cut at ${first} and ${second}`)
        }
  })

  test('is appended as it is if the model goes on with its own message, apart from spaces that come twice', ({
    assert,
  }) => {
    for (const [before, pieces, appended] of [
      ['It was wonder', ['wonder', 'ful'], 'wonderful'],
      ['She walked', ['to'], 'to'],
      ['She walked ', [' ', 'to'], 'to'],
      ['She walked ', ['to'], 'to'],
      ['She walked.\n\n', ['\n', '\nThen'], 'Then'],
      ['She walked.\n', ['\n\nThen'], '\nThen'],
      ['She walked. ', ['\n\nThen'], '\n\nThen'],
      ['She walked ', [' '], ''],
    ] as [string, string[], string][]) {
      assert.equal(read(before, pieces, { isPrefilled: true }), appended, before)
    }
  })

  test('of a whole text loses a repetition of the whole, of its last paragraphs or its last sentences', ({
    assert,
  }) => {
    const before = '*Mara looks up.* “Again?”\n\nThe lamp goes out.\n\nShe lights it, slowly.'
    const more = ' Then she waits.'
    for (const [sent, appended] of [
      ['Then she waits.', more],
      ['\n\nThen she waits.', '\n\nThen she waits.'],
      [before + more, more],
      [before.toLowerCase() + more, more],
      [`The lamp goes out.\n\nShe lights it, slowly.${more}`, more],
      [`She lights it, slowly.\n\nThen she waits.`, '\n\nThen she waits.'],
      [before, ''],
      [before.slice(0, -5), ''],
      // A single word may be a choice of the model.
      ['Slowly. Then she waits.', ' Slowly. Then she waits.'],
      ['*She* waits.', ' *She* waits.'],
    ] as const)
      for (const size of [1, 7, sent.length])
        assert.equal(read(before, sent.match(new RegExp(`[^]{1,${size}}`, 'g'))!, { isWhole: true }), appended, sent)
    assert.equal(read('She smiles', ['and leaves.'], { isWhole: true }), ' and leaves.')
    assert.equal(read('She smiles', [', and leaves.'], { isWhole: true }), ', and leaves.')
    assert.equal(read('海は静か。', ['波が来た。'], { isWhole: true }), '波が来た。')
  })

  test('of the longest whole text, repeated in small pieces, stays cheap', ({ assert }) => {
    const before = 'ab\n'.repeat(Math.floor(limits.answerMax / 3)).trim()
    const pieces = `${before.toUpperCase()} more`.match(/[^]{1,40}/g)!
    const continuation = new Continuation(before, { isWhole: true })
    const { toLowerCase } = String.prototype
    let compared = 0
    let added = ''
    String.prototype.toLowerCase = function () {
      compared += this.length
      return toLowerCase.call(this)
    }
    try {
      for (const piece of pieces) added += continuation.push(piece)
    } finally {
      String.prototype.toLowerCase = toLowerCase
    }
    assert.equal(added + continuation.end(), ' more')
    // Each of the ends once, and the answer once with each.
    assert.isBelow(compared, 2 * 250 * before.length)
  })

  test('leaves other replies unchanged', ({ assert }) => {
    const continuation = new Continuation('')
    assert.deepEqual([continuation.push(' '), continuation.push('Hi'), continuation.end()], [' ', 'Hi', ''])
  })
})
