import fc from 'fast-check'
import { anyLetter } from '#tests/support/any_letter'

/** Raw text for JSON, such as numbers that no JavaScript value serializes to. */
export interface Literal {
  literal: string
}
export type Json = null | boolean | number | string | Literal | Json[] | { [key: string]: Json }

export const isLiteral = (value: unknown): value is Literal =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 1 && Object.hasOwn(value, 'literal')

/** Serializes JSON with raw literals and `__proto__` as a plain key. */
export const written = (value: Json): string => {
  if (isLiteral(value)) return value.literal
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, inner]) => `${JSON.stringify(key)}:${written(inner)}`)
      .join(',')}}`
  return JSON.stringify(value)
}

const injections = [
  "' or '1'='1",
  "'; drop table users; --",
  '" or ""="',
  "x' and pg_sleep(2) --",
  '1; select pg_sleep(2)',
  "$1 $2 ? ?? :name ::int @> '{}' \\",
  '%',
  '_',
  '\\',
  '%_\\%',
  "E'\\x27",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..\\..\\boot.ini',
  '/etc/passwd',
  'file:///etc/passwd',
  'C:\\con\\aux.txt',
  'x\r\nSet-Cookie: x-fuzz=1\r\nX-Fuzz: 1',
  'x\nX-Fuzz: 1',
  '{{constructor.constructor("return 1")()}}',
  '{{7*7}} ${7*7} <%= 7*7 %> #{7*7} @{7*7}',
  '{{ $.x }} {{{ y }}} @include("x")',
  '/a/b~1c/0',
  '#/definitions/~0',
  '$.store..[?(@.price<10)]',
  '%s%s%s%n%n%x%x',
  '%d %i %o %j %O %c',
  '*)(uid=*))(|(uid=*',
  '; cat /etc/passwd |',
  '$(id) `id`',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  'true',
  '[object Object]',
  'http://169.254.169.254/latest/meta-data/',
  'https://user:pass@127.0.0.1:1/x',
  'http://[::1]:22/',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'HTTPS://EVIL.EXAMPLE\\@x',
]

const letters = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00',
  '\udfff\ud800',
  '\u202e\u202dabc\u2066\u2069',
  'שלום עולם مرحبا',
  'Z͑ͫ̓ͪ̂ͫ̽a̴̵̞l̡͊͠g̡o',
  '👩‍👩‍👧‍👦🏳️‍🌈👍🏽',
  'İstanbul ıIiİ',
  'ẞßﬁﬀﬃ',
  'ﷺ',
  'Å Å Å',
  'ǅ ǆ Ǆ ΐ ΐ',
  '\ufeffbom',
  '\u200b\u200c\u200d\u2060',
  '\u2028\u2029\u0085',
  '\u001f\u0001\u007f\u009f',
  '\ufffe\uffff',
  '𝕬𝖉𝖒𝖎𝖓',
  'аdmin',
  'ａｄｍｉｎ',
  '\t \u00a0\u2003\u3000',
  '',
  ' ',
]

/** Input with exponential cost for careless regular expressions and parsers. */
const bombs = [
  'a'.repeat(50_000) + '!',
  `${'a'.repeat(30_000)}@${'a'.repeat(30_000)}`,
  ' '.repeat(50_000) + 'x',
  '\n'.repeat(20_000) + 'x',
  'x' + '\t'.repeat(50_000) + 'x',
  '('.repeat(20_000),
  '*'.repeat(20_000),
  '*a '.repeat(5_000),
  '{{'.repeat(10_000),
  '{{char}}'.repeat(900),
  '<'.repeat(20_000),
  '"'.repeat(20_000),
  '\\'.repeat(20_000),
  '%'.repeat(20_000),
  'a,'.repeat(10_000),
  'a.a.'.repeat(4_000),
  '1'.repeat(20_000),
  '0.'.padEnd(20_000, '9'),
  'I am. '.repeat(1_300),
  'What is your name? '.repeat(420),
  'my name is '.repeat(700),
  'é'.repeat(8_000),
  'e\u0301'.repeat(4_000),
  '\u0301'.repeat(8_000),
  '🦊'.repeat(8_000),
  'ﷺ'.repeat(8_000),
  'İ'.repeat(8_000),
]

/** Texts at, below and above common limits, with characters of several sizes. */
const atLimits = fc
  .record({
    letter: fc.constantFrom('a', 'é', '🦊', 'ﷺ', 'İ', 'e\u0301', ' ', 'a '),
    limit: fc.constantFrom(
      1,
      3,
      8,
      30,
      40,
      80,
      100,
      120,
      200,
      254,
      255,
      500,
      2_000,
      2_704,
      8_000,
      8_191,
      16_000,
      32_000,
      65_535
    ),
    off: fc.constantFrom(-1, 0, 1),
  })
  .map(({ letter, limit, off }) => letter.repeat(limit + off))

/** Ids of any kind. Names in ⟦brackets⟧ are filled in when the request is sent. */
export const ids = [
  ...['own', 'theirs'].flatMap((whose) =>
    ['public', 'private', 'adult', 'character', 'comment', 'chat', 'message', 'answer', 'deleted', 'order'].map(
      (thing) => `⟦${whose}:${thing}⟧`
    )
  ),
  '⟦theirs:someone⟧',
  '⟦own:someone⟧',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0198c5a6-0000-7000-8000-000000000000',
  '0198C5A6-0000-7000-8000-000000000000',
  '{0198c5a6-0000-7000-8000-000000000000}',
  '0198c5a6000070008000000000000000',
  '0198c5a6-0000-7000-8000-00000000000',
  '0198c5a6-0000-7000-8000-0000000000000',
  '0198c5a6-0000-7000-8000-00000000000g',
  ' 0198c5a6-0000-7000-8000-000000000000',
  '0198c5a6-0000-7000-8000-000000000000\n',
  '1',
  '-1',
  '1e3',
]

const moments = [
  '2026-02-31',
  '0000-00-00T00:00:00Z',
  '294277-01-01T00:00:00Z',
  '-4714-01-01',
  'infinity',
  '-infinity',
  '2026-11-22T24:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  'epoch',
  'now',
]

const graphemes = [
  'a', 'Z', '7', '~', '&', 'é', 'e\u0301', 'ǭ', 'ñ\u0323', 'ß', 'Ω', 'я', 'ש\u05c1', 'سّ', 'नि', 'க்ஷ', 'ก็', '각', '\u1100\u1161\u11a8',
  '語', '𠮷', '🦊', '👍🏽', '❤\ufe0f', '🇫🇷', '1\ufe0f\u20e3', '👩‍🚀', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
] // prettier-ignore

export const badText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...injections) },
  { weight: 4, arbitrary: fc.constantFrom(...letters) },
  { weight: 2, arbitrary: fc.constantFrom(...bombs) },
  { weight: 3, arbitrary: atLimits },
  { weight: 3, arbitrary: fc.constantFrom(...ids) },
  { weight: 1, arbitrary: fc.constantFrom(...moments) },
  { weight: 2, arbitrary: fc.string({ unit: anyLetter, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...graphemes), maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      maxLength: 20,
    }),
  }
)

const badNumber: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    ...[
      '1e309',
      '-1e309',
      '-0',
      '9007199254740993',
      '1e-400',
      '0.1',
      '-0.5',
      '1E5',
      '99999999999999999999999999',
      '1.0',
    ].map((literal) => ({ literal }))
  ),
  fc.constantFrom(0, 1, -1, 2_147_483_647, 2_147_483_648, -2_147_483_649, 9_007_199_254_740_991, 1e21, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true })
)

const deep = (levels: number, [before, after]: readonly [string, string]): Json => ({
  literal: before.repeat(levels) + '1' + after.repeat(levels),
})

const extremeValues: Json[] = [
  deep(50, ['[', ']']),
  deep(3_000, ['[', ']']),
  deep(60_000, ['[', ']']),
  deep(500_000, ['[', ']']),
  deep(50, ['{"a":', '}']),
  deep(20_000, ['{"a":', '}']),
  deep(100_000, ['{"a":', '}']),
  { literal: `[${'0,'.repeat(200_000)}0]` },
  { literal: `[${'"",'.repeat(100_000)}""]` },
  { literal: `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join(',')}}` },
  { literal: '{"__proto__":{"isAdmin":true,"content":"x","length":1}}' },
  { literal: '{"constructor":{"prototype":{"isAdmin":true}}}' },
  { literal: '{"toString":1,"valueOf":null,"length":-1,"then":{}}' },
  { literal: '{"toJSON":"x","hasOwnProperty":1}' },
  { literal: '{"length":1e9,"0":"x"}' },
  { literal: '{"":"","\\u0000":1}' },
  { literal: '"\\ud83d"' },
  { literal: '"\\u0000"' },
]

/** Any JSON value. */
export const badJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 8, arbitrary: badText },
  { weight: 3, arbitrary: badNumber },
  { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, [], {}, [[]], [null], [{}], { a: 1 }) },
  { weight: 2, arbitrary: fc.constantFrom(...extremeValues) },
  { weight: 2, arbitrary: fc.array(badText, { maxLength: 25 }) },
  {
    weight: 1,
    arbitrary: fc
      .record({ at: badText, count: fc.constantFrom(20, 21, 50, 1_000) })
      .map(({ at, count }) => Array.from({ length: count }, (_, n) => `${at.slice(0, 30)}${n}`)),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> }
)

/** Escapes text for an address. `little` escapes only what HTTP requires, and `overlong` escapes every byte. */
export const escaped = (text: string, how: 'all' | 'little' | 'twice' | 'overlong'): string => {
  const bytes = Buffer.from(text)
  const all = () => bytes.reduce((sum, byte) => `${sum}%${byte.toString(16).padStart(2, '0')}`, '')
  switch (how) {
    case 'all':
      return encodeURIComponent(text.toWellFormed())
    case 'little':
      return bytes
        .toString('latin1')
        .replaceAll(/[\p{Cc} ]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
    case 'twice':
      return encodeURIComponent(encodeURIComponent(text.toWellFormed()))
    case 'overlong':
      return all()
  }
}
