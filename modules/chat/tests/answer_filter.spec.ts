import { test } from '@japa/runner'
import fc from 'fast-check'
import { AnswerFilter, stopsOf } from '../src/generating/answer_filter.ts'

const names = { own: 'Ada', others: ['Robin', 'Ben'] }
const filtered = (pieces: readonly string[], isContinued = false) => {
  const filter = new AnswerFilter(names, { isContinued })
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end()
}

test.group('A filtered answer', () => {
  test('loses the author’s name at its beginning', ({ assert }) => {
    assert.equal(filtered(['Ada: Hello.']), 'Hello.')
    assert.equal(filtered([' A', 'da', ':\n', ' Hello. Ada: no.']), 'Hello. Ada: no.')
    assert.equal(filtered(['Adam: Hello.']), 'Adam: Hello.')
    assert.equal(filtered(['Ada: Hello.'], true), 'Ada: Hello.')
    assert.equal(filtered(['Ad']), 'Ad')
    assert.equal(filtered(['Ada:']), '')
  })

  test('ends before a line of another speaker', ({ assert }) => {
    assert.equal(filtered(['Hello.\n\nRobin: Hi.']), 'Hello.')
    assert.equal(filtered(['Hello.', '\n', 'B', 'en:', ' Hi.', ' More.']), 'Hello.')
    assert.equal(filtered(['Hello.\nRobins sing.\nBen said: no.']), 'Hello.\nRobins sing.\nBen said: no.')
    assert.equal(filtered(['\nRobin: begins.']), '\nRobin: begins.')
    assert.deepEqual(stopsOf(names), ['\nRobin:', '\nBen:'])
  })

  test('keeps what only looks like a name at the end', ({ assert }) => {
    assert.equal(filtered(['Hello.\nRob']), 'Hello.\nRob')
    assert.equal(filtered(['Hello.\n']), 'Hello.\n')
  })

  test('streams each piece at once unless it may become a name', ({ assert }) => {
    const filter = new AnswerFilter(names)
    assert.deepEqual(
      ['Well', ', I ', 'see.\n', 'Ro', 'om.'].map((piece) => filter.push(piece)),
      ['Well', ', I ', 'see.', '', '\nRoom.']
    )
  })

  test('is the same wherever its pieces begin, and only grows', ({ assert }) => {
    const word = fc.constantFrom('Ada', 'Ada:', 'Robin', 'Robin:', 'Ben:', 'Ro', '\n', '\n\n', ' ', ':', 'Hello.', '*')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.array(fc.nat(60)), fc.boolean(), (words, cuts, isContinued) => {
        const text = words.join('')
        const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b), text.length]
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end))
        assert.equal(filtered(pieces, isContinued), filtered([text], isContinued))
        const hasOther = /\S[^]*\n(?:Robin|Ben):/.test(filtered(pieces, isContinued))
        assert.isFalse(hasOther)
      }),
      { numRuns: 2_000 }
    )
  })
})
