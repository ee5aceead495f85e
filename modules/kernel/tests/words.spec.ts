import { test } from '@japa/runner'
import fc from 'fast-check'
import { folded, indexOfWord, isSpacedWord, spacedWords } from '../words.ts'

const has = (text: string, word: string) => indexOfWord(folded(text), folded(word)) !== -1

test.group('A word', () => {
  for (const [script, word, found, missing] of [
    [
      'Latin',
      'cat',
      ['A cat.', 'CAT’s', '_cat_', '龍_cat', '"cat"', 'der Cat-Baum'],
      ['concat', 'cats', 'cat2', 'a_cat', 'cat__b', 'café', 'caté'],
    ],
    ['Cyrillic', 'кот', ['Это Кот!', 'кот-баюн'], ['который', 'скот']],
    ['Greek', 'άννα', ['ΆΝΝΑ;', 'Η Άννα.'], ['Άνναμπελ']],
    ['Arabic', 'قمر', ['القمر والقمر قمر', 'وقمر', 'قمرٌ'], ['قمران']],
    ['Hebrew', 'ירח', ['הירח', 'וירח', 'יָרֵחַ ירח'], ['ירחים', 'אירח']],
    ['Devanagari', 'राम', ['राम!', 'राम और'], ['रामायण', 'आराम', 'रामा']],
    ['Thai', 'แมว', ['ฉันรักแมวมาก'], ['แม']],
    ['Chinese', '龙', ['那条龙来了'], ['虎']],
    ['Japanese', '竜', ['あの竜が', '竜！'], ['龍']],
    ['Korean', '용', ['용이 왔다', '용은', '그 용!'], ['공용', '용기']],
  ] as const)
    test(`is found in ${script}`, ({ assert }) => {
      for (const text of found) assert.isTrue(has(text, word), text)
      for (const text of missing) assert.isFalse(has(text, word), text)
    })

  test('is found beside another script', ({ assert }) => {
    for (const text of ['我喜欢Mira的', 'Miraは', 'Mira는', 'รักMiraมาก']) assert.isTrue(has(text, 'mira'), text)
  })

  test('is compared without case, apostrophes, width and invisible characters', ({ assert }) => {
    for (const [one, other] of [
      ['O’Brien', "o'brien"],
      ['Kaʻiulani', "Ka'iulani"],
      ['İpek', 'ipek'],
      ['IŞIL', 'ışıl'],
      ['ΝΙΚΟΣ', 'νικος'],
      ['Ｍｉｒａ', 'mira'],
      ['ﾚﾝ', 'レン'],
      ['Jose\u0301', 'José'],
      ['می\u200cلاد', 'میلاد'],
      ['Mi\u00adra\u200e', 'Mira'],
    ] as const)
      assert.equal(folded(one), folded(other))
    assert.notEqual(folded('Mira', { keepsCase: true }), folded('mira', { keepsCase: true }))
  })

  test('is in the list of words wherever it is found', ({ assert }) => {
    const piece = fc.constantFrom(
      'cat',
      'é',
      'e\u0301',
      'кот',
      'राम',
      'ा',
      '龙',
      'は',
      '용',
      '이',
      'ל',
      'ק',
      'แ',
      ' ',
      '_',
      "'",
      '-',
      '7'
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom('cat', 'кот', 'राम', '7'), (pieces, word) => {
        const text = folded(pieces.join(''))
        assert.isTrue(isSpacedWord(word))
        assert.equal(spacedWords(text).includes(word), indexOfWord(text, word) !== -1, JSON.stringify(text))
      }),
      { numRuns: 1_000 }
    )
  })

  test('is given up after a thousand other words that contain it', ({ assert }) => {
    assert.equal(indexOfWord('공용 '.repeat(999) + '용', '용'), 999 * 3)
    assert.equal(indexOfWord('공용 '.repeat(1_000) + '용', '용'), -1)
    assert.equal(indexOfWord('text', ''), -1)
  })
})
