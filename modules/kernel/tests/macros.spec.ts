import { test } from '@japa/runner'
import { anyLetter } from '#tests/support/any_letter'
import { longRun } from '#tests/support/long_run'
import fc from 'fast-check'
import { formatTime, spokenDuration, timeIn } from '../macro_times.ts'
import { fillMacros, macroLimits, roll, seededRandom, withoutCutMacro, type MacroValues } from '../macros.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Monday, 23 November 2026, 18:05:09 UTC. */
const at = Date.UTC(2026, 10, 23, 18, 5, 9)
const texts = new Map([
  ['description', 'A keeper of bees.'],
  ['lastmessage', 'Good evening.'],
  ['model', 'Standard'],
  ['original', 'Stay kind.'],
])
const values: MacroValues = {
  char: 'Ada',
  user: 'Robin',
  seed: 'message',
  chatSeed: 'chat',
  at,
  timeZone: 'America/New_York',
  idleMs: () => 5 * minute,
  text: (name) => texts.get(name),
}
const fill = (text: string, more: Partial<MacroValues> = {}) => fillMacros(text, { ...values, ...more })
const fillForModel = (text: string, more: Partial<MacroValues> = {}) =>
  fillMacros(text, { ...values, ...more }, 'model')

test.group('Macros', () => {
  for (const [written, filled] of [
    ['{{char}} and {{user}}', 'Ada and Robin'],
    ['{{CHAR}}, {{Char}}, {{uSeR}}', 'Ada, Ada, Robin'],
    ['<BOT> <CHAR> <USER> <bot> <Char> <user>', 'Ada Ada Robin Ada Ada Robin'],
    ['{{ char }}', 'Ada'],
    ['{{{char}}} {{{{char}}', '{Ada} {{Ada'],
    ['{char} }}{{ {{char', '{char} }}{{ {{char'],
    ['a{{newline}}b{{noop}}c', 'a\nbc'],
    ['a \r\n\n{{trim}}\n\n b', 'a  b'],
    ['a\n{{newline}}{{trim}}{{trim}}{{newline}}\nb', 'ab'],
    ['{{trim}}\na\n{{TRIM}}', 'a'],
    ['{{reverse:abc}} {{reverse::{{char}} 🦊}}', 'cba 🦊 adA'],
    ['[{{// a note}}{{//}}{{//x}}{{hidden_key:x}}]', '[]'],
    ['{{description}} {{lastMessage}} {{MODEL}}', 'A keeper of bees. Good evening. Standard'],
    ['{{original}} {{original}}', 'Stay kind. '],
    ['{{time}}', '1:05 PM'],
    ['{{date}}', 'November 23, 2026'],
    ['{{weekday}}', 'Monday'],
    ['{{isotime}} {{isodate}}', '13:05 2026-11-23'],
    ['{{time_UTC+2}} {{time_utc-3}}', '8:05 PM 3:05 PM'],
    ['{{datetimeformat DD.MM.YYYY HH:mm}}', '23.11.2026 13:05'],
    ['{{datetimeformat::dddd [the] Do}}', 'Monday the 23rd'],
    ['{{idle_duration}}', '5 minutes'],
    ['{{random:only}} {{random::only}} {{pick: only }}', 'only only only'],
    ['{{random:a\\,b}} {{pick:a\\,b}}', 'a,b a,b'],
    ['{{roll:1}} {{roll:d1}} {{roll 3d1+2}} {{roll:2d1-5}} {{roll: 1d1 + 1 }}', '1 1 5 -3 2'],
  ] as const)
    test(`fill in ${JSON.stringify(written)}`, ({ assert }) => {
      assert.equal(fill(written), filled)
      assert.equal(fillForModel(written), filled)
    })

  test('stay as written for readers and models when they are unknown', ({ assert }) => {
    for (const unknown of [
      '{{}}',
      '{{ }}',
      '{{chars}}',
      '{{char:x}}',
      '{{char::x}}',
      '{{setvar::a::b}}',
      '{{random}}',
      '{{pick}}',
      '{{time_UTC+15}}',
      '{{time_UTC-13}}',
      '{{roll:}}',
      '{{roll:x}}',
      '{{roll:0}}',
      '{{roll:2d}}',
      '{{roll:100d6}}',
      '{{roll:1d1000000}}',
      '{{#if x}}',
      '{{.x}}',
      '{{{}}',
    ]) {
      assert.equal(fill(`[${unknown}]`), `[${unknown}]`)
      assert.equal(fillForModel(`[${unknown}]`), `[${unknown}]`)
    }
    assert.equal(fill('{{if {{char}}}}'), '{{if Ada}}')
    assert.equal(fillForModel('a{{if {{char}}}}b'), 'a{{if Ada}}b')
  })

  test('are unknown without a value', ({ assert }) => {
    const bare: MacroValues = { char: 'Ada', user: 'Robin' }
    for (const macro of [
      '{{random:a,b}}',
      '{{pick:a,b}}',
      '{{roll:6}}',
      '{{time}}',
      '{{time_UTC+1}}',
      '{{datetimeformat YYYY}}',
      '{{idle_duration}}',
      '{{original}}',
      '{{description}}',
    ]) {
      assert.equal(fillMacros(macro, bare), macro)
      assert.equal(fillMacros(macro, bare, 'model'), macro)
    }
    assert.equal(fillMacros('{{time}}', { ...bare, at, timeZone: null }), '{{time}}')
    assert.equal(fillMacros('{{idle_duration}}', { ...bare, idleMs: () => null }), 'just now')
  })

  test('show comments to readers only', ({ assert }) => {
    assert.equal(fill('a {{comment: a note by {{char}}}} b'), 'a (a note by Ada) b')
    assert.equal(fillForModel('a {{comment: a note by {{char}}}} b'), 'a  b')
  })

  test('fill the inner ones first, and read nothing that was filled in', ({ assert }) => {
    const hostile = { user: '{{char}}, ::a,b}}', char: '$& {{user}}', text: () => '{{char}}' }
    assert.equal(fill('{{user}}|{{char}}|{{description}}', hostile), '{{char}}, ::a,b}}|$& {{user}}|{{char}}')
    assert.equal(fill('{{random:{{user}}}}', { user: 'a,b' }), 'a,b')
    assert.equal(fill('{{random::{{user}}}}', { user: 'a::b' }), 'a::b')
    assert.equal(fill('{{{{user}}}}', { user: 'char' }), '{{char}}')
    assert.equal(fill('{{reverse:{{reverse:abc}}}}'), 'abc')
    assert.equal(fill('{{reverse:{{foo}}}}'), '}}oof{{')
    // The comma belongs to the unknown macro and separates no options.
    assert.equal(fill('{{random:{{foo,bar}}}}'), '{{foo,bar}}')
  })

  test('are bounded in nesting, number and length', ({ assert }) => {
    const nested = (depth: number) => `${'{{reverse:'.repeat(depth)}ab${'}}'.repeat(depth)}`
    assert.equal(fill(nested(macroLimits.nesting)), 'ab')
    const deeper = fill(nested(macroLimits.nesting + 1))
    assert.include(deeper, '{{reverse:')
    assert.lengthOf(deeper, 'ab'.length + '{{reverse:}}'.length)

    const many = fill('{{char}}'.repeat(macroLimits.macros + 2))
    assert.isTrue(many.startsWith('AdaAda'))
    assert.isTrue(many.endsWith('Ada{{char}}{{char}}'))
    const tags = fill('<user>'.repeat(macroLimits.macros + 1))
    assert.isTrue(tags.endsWith('Robin<user>'))

    const long = 'x'.repeat(macroLimits.added / 2)
    assert.lengthOf(
      fill('{{description}}'.repeat(3), { text: () => long }),
      macroLimits.added + '{{description}}'.length
    )
    const room = { left: 5 }
    assert.equal(fill('{{char}}', { room }) + fill('{{char}}', { room }), 'Ada{{char}}')

    const unclosed = '{{a:'.repeat(macroLimits.braces)
    assert.equal(fillForModel(`${unclosed}{{char}}`), `${unclosed}{{char}}`)
    const shared = { left: 1_000, braces: 3 }
    assert.equal(fill('{{char}}{{char}}', { room: shared }), 'Ada{{char}}')
    assert.equal(fill('<user>', { room: shared }), '<user>')
  })
})

test.group('Dice in macros', () => {
  test('give the same for the same seed and place, and vary between them', ({ assert }) => {
    const text = '{{roll:1000}} {{random:a,b,c,d,e,f,g,h}} {{roll:1000}}'
    assert.equal(fill(text), fill(text))
    const [first, , second] = fill(text).split(' ')
    assert.notEqual(first, second)
    const seeds = Array.from({ length: 50 }, (_, seed) => fill('{{roll:1000}}', { seed: `${seed}` }))
    assert.isAbove(new Set(seeds).size, 40)
  })

  test('keep what pick gives for the chat, whatever the message', ({ assert }) => {
    const text = '{{pick:a,b,c,d,e,f,g,h}}'
    for (const seed of ['1', '2', '3']) assert.equal(fill(text, { seed }), fill(text))
    const chats = Array.from({ length: 50 }, (_, chat) => fill(text, { chatSeed: `${chat}` }))
    assert.isAbove(new Set(chats).size, 5)
  })

  test('do not depend on white space, or on what follows', ({ assert }) => {
    const [roll] = fill('a  {{roll:1000}} {{roll:9}} and more').match(/\d+/)!
    assert.equal(fill('a {{roll:1000}}'), `a ${roll}`)
  })

  test('reach every option about equally', ({ assert }) => {
    const counts = new Map<string, number>()
    for (let seed = 0; seed < 6_000; seed++) {
      const value = fill('{{roll:6}}', { seed: `${seed}` })
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    assert.deepEqual([...counts.keys()].toSorted(), ['1', '2', '3', '4', '5', '6'])
    for (const count of counts.values()) assert.closeTo(count, 1_000, 150)
  })

  test('add up', ({ assert }) => {
    assert.equal(
      roll('3d6', () => 0.999),
      '18'
    )
    assert.equal(
      roll('3D6 - 1', () => 0),
      '2'
    )
    const random = seededRandom('a')
    assert.notEqual(random(), random())
  })
})

test.group('Times in macros', () => {
  test('are those of the time zone, across days and summer time', ({ assert }) => {
    const format = (moment: number, zone: string) => formatTime(timeIn(moment, zone), 'YYYY-MM-DD HH:mm:ss')
    assert.equal(format(at, 'UTC'), '2026-11-23 18:05:09')
    assert.equal(format(at, 'Pacific/Auckland'), '2026-11-24 07:05:09')
    assert.equal(format(Date.UTC(2026, 6, 1), 'America/New_York'), '2026-06-30 20:00:00')
    assert.equal(format(at, 'Asia/Kathmandu'), '2026-11-23 23:50:09')
    assert.equal(format(Date.UTC(2026, 0, 1), 'Europe/London'), '2026-01-01 00:00:00')
  })

  test('are in UTC for an unknown time zone', ({ assert }) => {
    assert.equal(fill('{{isotime}}', { timeZone: 'Mars/Olympus' }), '18:05')
    assert.equal(fill('{{time}}', { at: Number.NaN }), '')
  })

  for (const [format, shown] of [
    ['YYYY YY', '2026 26'],
    ['MMMM MMM MM M', 'March Mar 03 3'],
    ['DD D Do', '01 1 1st'],
    ['dddd ddd dd', 'Sunday Sun Su'],
    ['HH H hh h', '00 0 12 12'],
    ['mm m ss s', '07 7 09 9'],
    ['A a', 'AM am'],
    ['[day at] h', 'day at 12'],
    ['é — 日', 'é — 日'],
    ['', ''],
  ] as const)
    test(`have the format ${JSON.stringify(format)}`, ({ assert }) => {
      assert.equal(formatTime(new Date(Date.UTC(2026, 2, 1, 0, 7, 9)), format), shown)
    })

  test('have English ordinals', ({ assert }) => {
    const ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30, 31].map((date) =>
      formatTime(new Date(Date.UTC(2026, 0, date)), 'Do')
    )
    assert.equal(ordinals.join(' '), '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 30th 31st')
  })

  for (const [ms, words] of [
    [-hour, 'a few seconds'],
    [0, 'a few seconds'],
    [44_000, 'a few seconds'],
    [45_000, 'a minute'],
    [89_000, 'a minute'],
    [91_000, '2 minutes'],
    [44 * minute, '44 minutes'],
    [45 * minute, 'an hour'],
    [2 * hour, '2 hours'],
    [21 * hour, '21 hours'],
    [22 * hour, 'a day'],
    [3 * day, '3 days'],
    [26 * day, 'a month'],
    [60 * day, '2 months'],
    [330 * day, 'a year'],
    [800 * day, '2 years'],
  ] as const)
    test(`call ${ms} ms ${words}`, ({ assert }) => assert.equal(spokenDuration(ms), words))
})

/** The texts that the parser of macros looks for. */
const parts = [
  '{{ }} { } {{{ }}} :: : , \\, // <user> <BOT> char user random pick roll 2d6 trim newline reverse comment time_utc+2',
  'datetimeformat {{char}} {{user}} {{trim}} {{description}} {{original}} {{random:a,b}}',
]
  .flatMap((line) => line.split(' '))
  .concat(' ', '\n', '\r\n')
const traps = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: anyLetter, maxLength: 8 })), { maxLength: 60 })
  .map((some) => some.join(''))

test.group('Any text with macros', () => {
  test('is filled without an error, the same each time', ({ assert }) => {
    fc.assert(
      fc.property(traps, fc.string(), fc.constantFrom('reader', 'model'), (text, user, target) => {
        const filled = fillMacros(text, { ...values, user }, target)
        assert.equal(fillMacros(text, { ...values, user }, target), filled)
        assert.isAtMost(filled.length, text.length + macroLimits.added)
      }),
      { numRuns: 1_000 }
    )
  })

  test('contains what was filled in exactly as it is', ({ assert }) => {
    // Each name is like its placeholder, but with braces, separators and line breaks.
    const name = '{{char}}::a,b\n<user>}}{{'
    fc.assert(
      fc.property(traps, (text) => {
        if (/reverse|trim/i.test(text) || text.includes('\u0001')) return
        const plain = fillMacros(text, { ...values, user: '\u0001' })
        assert.equal(
          fillMacros(text, { ...values, user: name }),
          plain.replaceAll('\u0001', () => name)
        )
      }),
      { numRuns: 1_000 }
    )
  })

  test('has no known macro left for models, and nothing between braces', ({ assert }) => {
    fc.assert(
      fc.property(traps, (text) => {
        assert.notMatch(fillForModel(text), /\{\{(char|user|newline|noop)\}\}/i)
      })
    )
  })

  test('is unchanged without braces and tags', ({ assert }) => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replace(/[{<]/g, '')
        assert.equal(fill(plain), plain)
        assert.equal(fillForModel(plain), plain)
      })
    )
  })

  test('is read once, however it repeats itself', ({ assert }) => {
    // In quadratic time, each of these would take a minute or more.
    for (const [text, lengthMax] of [
      ['{{'.repeat(200_000), 400_000],
      ['}}'.repeat(200_000), 400_000],
      [`${'{{'.repeat(100_000)}${'}}'.repeat(100_000)}`, 400_000],
      [`${'\n'.repeat(400_000)}x{{trim}}`, 400_001],
      ['{{trim}}\n'.repeat(50_000), 450_000],
      [`{{${' '.repeat(400_000)}x}}`, 400_005],
      [`{{random:${','.repeat(400_000)}}}`, 0],
      ['{{random:'.repeat(50_000), 450_000],
      ['{{roll:99d999999}}'.repeat(20_000), 360_000],
      [`{{datetimeformat ${'['.repeat(100_000)}}}`, 100_019],
      [`{{roll:${'1'.repeat(400_000)}}}`, 400_009],
    ] as const)
      assert.isAtMost(fill(text).length, lengthMax)
  }).tags(longRun)

  test('ends before a macro that a cut has opened', ({ assert }) => {
    assert.equal(withoutCutMacro('Hello {{random:a,{{us'), 'Hello')
    assert.equal(withoutCutMacro('{{char}} and {{user}}'), '{{char}} and {{user}}')
    assert.equal(withoutCutMacro('}} {{char}}'), '}} {{char}}')
    assert.equal(withoutCutMacro(''), '')
  })
})
