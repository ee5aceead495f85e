import fc from 'fast-check'
import type { Line } from '../roles/table.ts'
import { badJson, badText, ids, type Json } from './bad_values.ts'
import type { Call } from './calls.ts'

/** The caller. For an admin, `theirs` means objects that admins may change. */
export type Caller = 'visitor' | 'user' | 'admin'

/** A request as plain data, so that failures can be shrunk. */
export interface Plan {
  caller: Caller
  line: Line
  /** The owner of the objects in the path. */
  whose: 'own' | 'theirs'
  query: Record<string, string>
  body: PlannedBody
  defects: Defect[]
}

export type PlannedBody =
  | { kind: 'none' }
  | { kind: 'json'; value: Json }
  | { kind: 'form'; fields: [string, string][] }
  | { kind: 'parts'; form: PlannedParts }

export interface PlannedParts {
  parts: {
    name: string
    fileName: string | null
    type: string | null
    /** The content, or a placeholder for it. */
    content: FileContent | `⟦${string}⟧`
    extra: string | null
  }[]
  boundary: (typeof boundaries)[number]
  ending: (typeof endings)[number]
  before: string
}

export const fileContents = [
  'a picture', 'half a picture', 'a picture and more', 'SVG', 'HTML', 'GIF', 'the head of a JPEG', 'the head of a WebP',
  'a PNG that claims to be huge', 'a chat', 'half a chat', 'a chat of numbers', 'a card', 'half a card', 'a lorebook', 'nothing', 'noise', 'the boundary', 'a long text',
] as const // prettier-ignore
export type FileContent = (typeof fileContents)[number]
const boundaries = ['right', 'quoted', 'another', 'empty', 'missing', 'long', 'odd signs'] as const
const endings = ['right', 'missing', 'half', 'more after', 'line feeds alone'] as const

const pathTricks = [
  'slash after', 'slashes before', 'dot segment', 'escaped dots', 'double-escaped dots', 'NUL', 'semicolon', 'upper case',
  'backslash', 'whole address', 'another host', 'fragment', 'lone percent', 'bad percent', 'bad UTF-8', 'raw UTF-8', 'very long',
  'all escaped', 'question marks', 'a file', 'plus',
] as const // prettier-ignore
export type PathTrick = (typeof pathTricks)[number]

const corruptions = [
  'cut', 'flip', 'comma', 'BOM', 'UTF-16', 'bad UTF-8', 'NaN', 'NUL', 'two values', 'blanks', 'comment', 'single quotes', 'nothing',
] as const // prettier-ignore
export type Corruption = (typeof corruptions)[number]

const framings = ['chunks', 'chunks of a byte', 'cut', 'chunks and cut', 'too short', 'trailers'] as const
export type Framing = (typeof framings)[number]

export type Defect =
  | { on: 'place'; which: number; value: string; how: 'all' | 'little' | 'twice' | 'overlong' }
  | { on: 'path'; how: PathTrick }
  | {
      on: 'query'
      how: 'set' | 'twice' | 'list' | 'keyed' | 'proto' | 'raw' | 'many'
      which: number
      name: string
      value: string
    }
  | { on: 'cursor'; how: 'as it is' | 'cut' | 'flip' | 'remade'; of: number; at: number; key: Json[] }
  | { on: 'field'; how: 'set' | 'remove' | 'add' | 'twice'; which: number; name: string; value: Json }
  | { on: 'body'; value: Json }
  | { on: 'bytes'; how: Corruption; at: number }
  | { on: 'type'; value: string | null }
  | { on: 'framing'; how: Framing; at: number }
  | { on: 'method'; value: string }
  | { on: 'headers'; list: [string, string][] }

const which = fc.nat({ max: 60 })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const fieldNames = fc.constantFrom(
  '__proto__', 'constructor', 'prototype', 'toString', 'id', 'userId', 'isAdmin', 'rubies', 'createdBy', 'role', 'password_hash',
  '$where', 'a.b', 'a[b]', '', ' ', 'length', 'then', 'likes', 'disabledAt', 'ruby_cost', 'now()',
) // prettier-ignore

const cursorKey = fc.array(
  fc.oneof(
    badJson,
    fc.constantFrom<Json>(
      ...ids,
      0,
      1,
      -1,
      null,
      '0',
      '1',
      'a',
      { literal: '1e300' },
      { literal: '9007199254740993' },
      0.5
    ),
    fc.constantFrom<Json>(
      '2026-11-22T00:00:00.000Z',
      '2026-11-22 00:00:00.123456+00',
      'infinity',
      '294277-01-01',
      '2026-02-31'
    )
  ),
  { maxLength: 5 }
)

const oddHeaders: [string, string][] = [
  ['accept', '*/*;q=9, text/html;q=x, ,;'],
  ['accept', 'text/html'],
  ['accept', 'a'.repeat(6_000)],
  ['accept-language', 'x-'.repeat(3_000)],
  ['accept-encoding', 'gzip, br;q=0, *;q=x'],
  ['range', 'bytes=0-0,5-1,-9999999999999,99-'],
  ['if-none-match', '*'],
  ['if-none-match', '"'.repeat(3_000)],
  ['if-modified-since', 'Sun, 99 Foo 2026 99:99:99 GMT'],
  ['if-range', '"x"'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br, deflate, x'],
  ['x-http-method-override', 'DELETE'],
  ['x-method-override', 'PUT'],
  ['x-forwarded-for', '127.0.0.1, ::1, <x>'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'https'],
  ['forwarded', 'for=127.0.0.1;host=evil.example'],
  ['x-original-url', '/api/admin/users'],
  ['x-rewrite-url', '/api/admin/users'],
  ['x-request-id', 'x'.repeat(5_000)],
  ['x-request-id', '<script>é\t'],
  ['host', 'evil.example'],
  ['host', ''],
  ['host', 'a:b:c@d'],
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['origin', '://'],
  ['referer', 'javascript:alert(1)'],
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'x'],
  ['cookie', 'facet_session=; facet_session'],
  ['cookie', 'facet_session=%00%ff; =; ;;;'],
  ['cookie', `facet_session=${'A'.repeat(43)}`],
  ['cookie', `a=${'b'.repeat(6_000)}`],
  ['cookie', '__proto__=1; constructor=s:1.x; facet_sign_in=j:{"a":1}'],
  ['cookie', 'facet_sign_in=e:x; facet_sign_in=s:x.y'],
  ['authorization', 'Bearer '],
  ['authorization', 'Basic Zm9v'],
  ['authorization', `Bearer ${'x'.repeat(6_000)}`],
  ['last-event-id', '-1'],
  ['last-event-id', '9'.repeat(400)],
  ['last-event-id', '\u00ff\u00fe'],
  ['expect', '100-continue'],
  ['expect', 'x'],
  ['upgrade', 'websocket'],
  ['upgrade', 'h2c'],
  ['connection', 'close'],
  ['connection', 'keep-alive, cookie, content-type'],
  ['te', 'trailers, x'],
  ['max-forwards', '-1'],
  ['user-agent', ''],
  ['x-sandbox-signature', 't=1,v1=00'],
  ['x-sandbox-signature', `t=${'9'.repeat(400)},v1=${'g'.repeat(64)}`],
  ['stripe-signature', 't=,v1=,v1=x'],
  ['constructor', 'x'],
  ['__proto__', 'x'],
  ['x-a', 'b'.repeat(12_000)],
]

const types = [
  null, 'text/plain', 'application/json; charset=utf-16', 'application/json; charset=x', 'application/json;;;=', 'APPLICATION/JSON',
  'application/json, text/plain', 'application/jsonx', 'application/vnd.api+json', 'application/csp-report', 'application/xml', '/', '',
  'application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x',
  `application/json; a=${'"'.repeat(2_000)}`,
] as const // prettier-ignore

const defect: fc.Arbitrary<Defect> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      on: fc.constant('place' as const),
      which,
      value: fc.oneof(badText, fc.constantFrom(...ids)),
      how: fc.constantFrom('all', 'all', 'little', 'twice', 'overlong'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ on: fc.constant('path' as const), how: fc.constantFrom(...pathTricks) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      on: fc.constant('query' as const),
      how: fc.constantFrom('set', 'set', 'set', 'set', 'twice', 'list', 'keyed', 'proto', 'raw', 'many'),
      which,
      name: fieldNames,
      value: badText,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      on: fc.constant('cursor' as const),
      how: fc.constantFrom('as it is', 'cut', 'flip', 'remade', 'remade'),
      of: which,
      at: fc.nat({ max: 200 }),
      key: cursorKey,
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      on: fc.constant('field' as const),
      how: fc.constantFrom('set', 'set', 'set', 'set', 'set', 'remove', 'add', 'twice'),
      which,
      name: fieldNames,
      value: badJson,
    }),
  },
  { weight: 1, arbitrary: fc.record({ on: fc.constant('body' as const), value: badJson }) },
  {
    weight: 1,
    arbitrary: fc.record({ on: fc.constant('bytes' as const), how: fc.constantFrom(...corruptions), at: share }),
  },
  { weight: 1, arbitrary: fc.record({ on: fc.constant('type' as const), value: fc.constantFrom(...types) }) },
  {
    weight: 1,
    arbitrary: fc.record({ on: fc.constant('framing' as const), how: fc.constantFrom(...framings), at: share }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      on: fc.constant('method' as const),
      value: fc.constantFrom(
        'HEAD',
        'OPTIONS',
        'GET',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'TRACE',
        'PROPFIND',
        'QUERY',
        'get',
        'X'
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      on: fc.constant('headers' as const),
      list: fc.array(fc.constantFrom(...oddHeaders), { minLength: 1, maxLength: 3 }),
    }),
  }
)

const parts: fc.Arbitrary<PlannedParts> = fc.record({
  parts: fc.array(
    fc.record({
      name: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('file', 'file', 'files', 'files', 'characterId') }, badText.map((text) => text.slice(0, 300))),
      fileName: fc.oneof({ weight: 2, arbitrary: fc.constant('dot.png') }, fc.constant(null), badText.map((text) => text.slice(0, 300))),
      type: fc.constantFrom('image/png', 'text/html', null, 'image/svg+xml', '; charset=x', 'multipart/mixed; boundary=y'),
      content: fc.constantFrom(...fileContents, '⟦own:public⟧' as const),
      extra: fc.constantFrom(null, null, 'Content-Transfer-Encoding: base64', 'Content-Disposition: form-data; name=file', ': x', 'x', `X-A: ${'b'.repeat(20_000)}`),
    }),
    { maxLength: 3 }
  ),
  boundary: fc.oneof({ weight: 5, arbitrary: fc.constant('right' as const) }, fc.constantFrom(...boundaries)),
  ending: fc.oneof({ weight: 3, arbitrary: fc.constant('right' as const) }, fc.constantFrom(...endings)),
  before: fc.constantFrom('', '', 'a preamble\r\n', '\r\n\r\n', '--'),
}) // prettier-ignore

/** Returns the body from the role table. Its `{things}` become objects of the caller. */
const exampleOf = ({ body }: Line): PlannedBody => {
  if (body === null) return { kind: 'none' }
  if (body === '<picture>') {
    const part = { name: 'file', fileName: 'dot.png', type: 'image/png', content: 'a picture' as const, extra: null }
    return { kind: 'parts', form: { parts: [part], boundary: 'right', ending: 'right', before: '' } }
  }
  if (body === '<cards>') {
    const part = { name: 'files', fileName: 'mira.json', type: null, content: 'a card' as const, extra: null }
    return { kind: 'parts', form: { parts: [part], boundary: 'right', ending: 'right', before: '' } }
  }
  if (body === '<lorebook>') {
    const part = { name: 'file', fileName: 'sea.json', type: null, content: 'a lorebook' as const, extra: null }
    return { kind: 'parts', form: { parts: [part], boundary: 'right', ending: 'right', before: '' } }
  }
  const chat = /^<chat characterId=\{(\w+)\}>$/.exec(body)?.[1]
  if (chat !== undefined) {
    const file = { name: 'file', fileName: 'chat.jsonl', type: null, content: 'a chat' as const, extra: null }
    const id = { name: 'characterId', fileName: null, type: null, content: `⟦own:${chat}⟧` as const, extra: null }
    return { kind: 'parts', form: { parts: [file, id], boundary: 'right', ending: 'right', before: '' } }
  }
  const form = /^<form (.*)>$/.exec(body)?.[1]
  if (form !== undefined) return { kind: 'form', fields: [...new URLSearchParams(form)] }
  return { kind: 'json', value: JSON.parse(body.replaceAll(/\{(\w+)\}/g, '⟦own:$1⟧')) }
}

/** Returns the valid request of a line of the role table. */
export const goodPlan = (line: Line, caller: Caller): Plan => ({
  caller,
  line,
  whose: 'own',
  query: {},
  body: exampleOf(line),
  defects: [],
})

const some = <Value>(values: Record<string, fc.Arbitrary<Value>>): fc.Arbitrary<Record<string, Value>> =>
  fc.record(values, { requiredKeys: [] }) as fc.Arbitrary<Record<string, Value>>

const bodyOf = (call: Call, line: Line): fc.Arbitrary<PlannedBody> => {
  const example = exampleOf(line)
  if (example.kind === 'parts')
    return fc.oneof(fc.constant<PlannedBody>(example), {
      weight: 6,
      arbitrary: parts.map((form): PlannedBody => ({ kind: 'parts', form })),
    })
  if (example.kind === 'form') {
    const more = fc.array(fc.tuple(fc.oneof(fieldNames, fc.constant('decision')), badText), { maxLength: 3 })
    return more.map((fields) => ({ kind: 'form', fields: [...example.fields, ...fields] }))
  }
  if (example.kind === 'none') return fc.constant(example)
  const { value } = example
  return some(call.fields).map((more) => {
    if (Array.isArray(value)) return { kind: 'json', value: value.map((entry) => ({ ...(entry as object), ...more })) }
    return { kind: 'json', value: { ...(value as object), ...more } }
  })
}

/** Converts a JSON body to a form, which sign-in and sign-up also accept. */
const asForm = (body: PlannedBody): PlannedBody =>
  body.kind === 'json'
    ? { kind: 'form', fields: Object.entries(body.value as object).map(([name, value]) => [name, String(value)]) }
    : body

/** Generates requests with up to three defects. */
export const plansOf = (call: Call): fc.Arbitrary<Plan> =>
  fc.constantFrom(...call.lines).chain((line) =>
    fc
      .record({
        caller: fc.constantFrom<Caller>('user', 'user', 'user', 'admin', 'admin', 'visitor'),
        line: fc.constant(line),
        whose: fc.constantFrom('own' as const, 'own' as const, 'theirs' as const),
        query: some(call.query),
        body: bodyOf(call, line),
        isForm: fc.constantFrom(false, false, /^POST \/api\/(login|register)$/.test(call.name)),
        defects: fc.array(defect, { maxLength: 3 }),
      })
      .map(({ isForm, ...plan }) => (isForm ? { ...plan, body: asForm(plan.body) } : plan))
  )
