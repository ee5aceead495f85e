import { test } from '@japa/runner'
import { isBlankMessage } from '../macros.ts'
import { isBlank, trimmed } from '../text.ts'

const invisible = {
  nothing: '',
  'spaces and breaks': ' \t\r\n\v\f\u2028\u2029',
  'no-break, ideographic and other spaces': '\u00a0\u3000\u2007\u202f\u1680',
  'zero-width spaces and joiners': '\u200b\u200c\u200d\u2060\ufeff\u034f',
  'direction marks': '\u200e\u200f\u061c\u202a\u202c\u2066\u2069',
  'variation selectors': '\ufe0f\ufe0e\u{e0100}\u180b',
  'a soft hyphen': '\u00ad',
  'Hangul fillers': '\u3164\u115f\u1160\uffa0',
  'an empty Braille pattern': '\u2800',
  controls: '\0\x01\x7f\x9f',
  tags: '\u{e0041}\u{e007f}',
}

const words = {
  Latin: 'é',
  Cyrillic: 'й',
  Greek: 'ή',
  Arabic: 'سلام',
  Hebrew: 'שָׁלוֹם',
  Devanagari: 'नमस्ते',
  Thai: 'สวัสดี',
  Chinese: '好',
  Japanese: 'ね',
  Korean: '네',
  emoji: '🏳️‍⚧️',
  punctuation: '…',
}

test.group('A blank text', () => {
  for (const [what, text] of Object.entries(invisible))
    test(`has ${what}`, ({ assert }) => {
      assert.isTrue(isBlank(text))
      assert.isTrue(isBlankMessage(text))
      assert.equal(trimmed(text), '')
    })

  test('has only all of them together', ({ assert }) => {
    const all = Object.values(invisible).join('')
    assert.isTrue(isBlank(all))
    for (const [script, word] of Object.entries(words)) {
      assert.isFalse(isBlank(word), script)
      assert.isFalse(isBlankMessage(`${all}{{// note}}${word}${all}`), script)
    }
  })

  for (const macro of [
    '{{// a note}}',
    '{{//}}',
    '{{noop}}',
    '\n{{trim}}\n',
    '{{comment: aside}}',
    '{{newline}}',
    '{{hidden_key:x}}',
  ])
    test(`has only ${JSON.stringify(macro)}`, ({ assert }) => {
      assert.isTrue(isBlankMessage(macro))
      assert.isTrue(isBlankMessage(`\u200b${macro} ${macro}\u3164`))
    })

  for (const macro of [
    '{{user}}',
    '{{char}}',
    '<BOT>',
    '{{time}}',
    '{{random:a,b}}',
    '{{pick:a}}',
    '{{roll:d6}}',
    '{{lastMessage}}',
    '{{persona}}',
    '{{idle_duration}}',
    '{{reverse:ab}}',
  ])
    test(`isn't ${macro}`, ({ assert }) => {
      assert.isFalse(isBlankMessage(macro))
    })
})
