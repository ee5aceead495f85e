import { test } from '@japa/runner'
import fc from 'fast-check'
import { AnswerFilter, stopsOf } from '../replies/run/answer_filter.ts'

const names = { own: 'Ada', others: ['Robin', 'Ben'] }
const filtered = (pieces: readonly string[], isContinued = false, of = names) => {
  const filter = new AnswerFilter(of, { isContinued })
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
    assert.deepEqual(stopsOf(names), ['\nRobin:', '\nBen:'])
  })

  const speakers = { own: 'Mira', others: ['Robin', 'Dora', '小明'] }
  const xiaoming = { own: '小明', others: ['Robin', 'Mira'] }

  for (const written of [
    'Mira: Good evening.',
    'MIRA: Good evening.',
    'mira: Good evening.',
    'Mira : Good evening.',
    'Mira\u00a0: Good evening.',
    'Mira：Good evening.',
    '**Mira:** Good evening.',
    '**Mira**: Good evening.',
    '***Mira:*** Good evening.',
    '*Mira:* Good evening.',
    '__Mira:__ Good evening.',
    '[Mira]: Good evening.',
    '[Mira:] Good evening.',
    '(Mira): Good evening.',
    '**[Mira]:** Good evening.',
    '### Mira: Good evening.',
    '\n\n  **Mira:**\n\nGood evening.',
    'Mi\u200bra: Good evening.',
    'Mira:Good evening.',
  ])
    test(`loses the label in ${JSON.stringify(written)}`, ({ assert }) => {
      assert.equal(filtered([written], false, speakers), 'Good evening.')
      assert.equal(filtered([...written], false, speakers), 'Good evening.')
    })

  for (const [own, written] of [
    ['José', 'Jose\u0301: Hola.'],
    ['Аня', '**АНЯ:** Hola.'],
    ['Νίκος', 'ΝΊΚΟΣ: Hola.'],
    ['سارة', 'سارة: Hola.'],
    ['מירה', 'מירה: Hola.'],
    ['मीरा', 'मीरा: Hola.'],
    ['สมชาย', 'สมชาย: Hola.'],
    ['小明', '【小明】：Hola.'],
    ['さくら', 'さくら：Hola.'],
    ['서연', '**서연:** Hola.'],
    ['می\u200cلاد', 'میلاد: Hola.'],
    ['Captain Lea', 'CAPTAIN  LEA: Hola.'],
    ['O’Brien', "O'Brien: Hola."],
  ] as const)
    test(`loses the label of ${own}, and ends before it`, ({ assert }) => {
      assert.equal(filtered([written], false, { own, others: ['Robin'] }), 'Hola.')
      assert.equal(filtered([`Yes.\n${written}`], false, { own: 'Robin', others: [own] }), 'Yes.')
    })

  for (const written of [
    'Mirabel: Good evening.',
    'Mira smiles: good.',
    'Mira :) good.',
    'Mira:) good.',
    'Mira:D good.',
    'Mira said: "Good."',
    '"Mira: good."',
    '**Mira** smiles.',
    'Mira\n: good.',
    'Miŕa: good.',
    'Mira',
    '**Mira**',
  ])
    test(`keeps ${JSON.stringify(written)}`, ({ assert }) => {
      assert.equal(filtered([written], false, speakers), written)
      assert.equal(filtered([...written], false, speakers), written)
      assert.equal(filtered([`Yes.\n${written}`], false, { own: 'Robin', others: ['Mira'] }), `Yes.\n${written}`)
    })

  test('keeps marks that a label leaves open', ({ assert }) => {
    assert.equal(filtered(['*Mira: She nods.* Yes.'], false, speakers), '*She nods.* Yes.')
    assert.equal(filtered(['Mira: *nods* Yes.'], false, speakers), '*nods* Yes.')
    assert.equal(filtered(['Mira:*nods* Yes.'], false, speakers), '*nods* Yes.')
  })

  for (const written of [
    'Dora: So do I.',
    '**Dora:** So do I.',
    '*Dora:* So do I.',
    '[Dora]: So do I.',
    'DORA : So do I.',
    '  Dora: So do I.',
    '小明：我也是。',
    '**小明：**我也是。',
    'Robin：你好！',
    '**Robin:** Hello Mira!\n\n**Mira:** Hi.',
  ])
    test(`ends before ${JSON.stringify(written)}`, ({ assert }) => {
      for (const gap of ['\n', '\n\n', '\r\n', '\n \n\n'])
        assert.equal(filtered([`I agree.${gap}${written}`], false, speakers), 'I agree.')
      assert.equal(filtered([written], false, speakers), '')
      assert.equal(filtered(['\n', ...written], false, speakers), '')
      assert.equal(filtered([`\n${written}`], true, speakers), '')
    })

  test('is empty when it has only labels', ({ assert }) => {
    for (const written of ['**Mira:**', 'Mira : ', '[Mira]:\n\n', 'Mira:\nRobin: hello', 'Robin: hello'])
      assert.equal(filtered([written], false, speakers).trim(), '', written)
    assert.equal(filtered(['小明：', 'Robin：你好'], false, xiaoming), '')
  })

  test('isn’t cut by words that begin ordinary lines', ({ assert }) => {
    for (const name of ['Note', 'Time', 'Place', 'A', '时间', 'Réponse', '7']) {
      const of = { own: 'Mira', others: [name] }
      const text = `It is late.\n${name}: 9 pm\n**${name}:** 10 pm`
      assert.equal(filtered([text], false, of), text)
      assert.deepEqual(stopsOf(of), [])
    }
    const will = { own: 'Mira', others: ['Will'] }
    assert.equal(filtered(['Hm.\nWill you come?\nWill: Yes.'], false, will), 'Hm.\nWill you come?')
  })

  test('has at most four stops, and none for a name of the author', ({ assert }) => {
    assert.lengthOf(stopsOf({ own: 'Mira', others: ['Bo', 'Cy', 'Di', 'Ed', 'Flo'] }), 4)
    assert.equal(filtered(['Hi.\nMIRA: yes.'], false, { own: 'Mira', others: ['mira'] }), 'Hi.\nMIRA: yes.')
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

  for (const [written, kept] of [
    ['<<Note>>\nIt is dark.\n<<end>>\n\nShe nods.', 'It is dark.\n\nShe nods.'],
    ['She nods. <<end>>', 'She nods. '],
    ['She nods.\n<<end>>\n<<A note by Robin>>\nDark.\n<<end>>', 'She nods.\nDark.\n'],
    ['<<Who Ada is>>\r\nShe nods.', 'She nods.'],
    ['<< NOTE >>She nods.< <end>>', 'She nods.'],
    ["<<A reminder by Ada's creator>>\nAda: She nods.", 'She nods.'],
    ['<<Note>>\n<<end>>', ''],
  ] as const)
    test(`loses the marks of sections in ${JSON.stringify(written)}`, ({ assert }) => {
      assert.equal(filtered([written]), kept)
      assert.equal(filtered([...written]), kept)
    })

  for (const written of [
    'cout << x >> y; a<<1>>2',
    '<<Bonjour>>, dit-elle.',
    '<<end',
    '<<Note>',
    '<<Who Mira is>>',
    'a < b << end',
    '<<<html>>>',
    '<< end of the road >>',
  ])
    test(`keeps the angle brackets of ${JSON.stringify(written)}`, ({ assert }) => {
      assert.equal(filtered([written]), written)
      assert.equal(filtered([...written]), written)
    })

  test('is the same wherever its pieces begin, and only grows', ({ assert }) => {
    const marks = ['*', '**', '_', '[', ']', '(', ')', '#', '<', '>', ':', '：', ' ', '\u00a0', '\u200b', '\u0301']
    const words = ['Ada', 'ADA', 'Robin', 'Ben', 'B', 'Ro', '小明', '𝐁en', '\n', '\r\n', 'Hello.', 'D', '7', '"', '😀']
    const word = fc.constantFrom(
      ...marks,
      ...words,
      '**Robin:**',
      'Ben: ',
      'Ada: ',
      '\nRobin',
      '\nBen:',
      '<<end>>',
      '<<Note>>',
      '<<Who Ada is',
      '<<',
      '>>',
      '< <'
    )
    const of = { own: 'Ada', others: ['Robin', 'Ben', '小明'] }
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.array(fc.nat(60)), fc.boolean(), (words, cuts, isContinued) => {
        const text = words.join('')
        const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b), text.length]
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end))
        const whole = filtered([text], isContinued, of)
        assert.equal(filtered(pieces, isContinued, of), whole)
        assert.equal(filtered(text.split(''), isContinued, of), whole)
        assert.notMatch(whole, /\n(?:Robin|BEN|Ben|小明)(?:：|:(?:\s|$))/)
      }),
      { numRuns: 1_500 }
    )
  })
})
