import fc from 'fast-check'

export interface RawRequest {
  /** The request, with one byte per character. */
  text: string
  /** The server may accept the request. It must reject all others. */
  mayPass: boolean
}

const end = '\r\n'
const inner = `GET /api/smuggled HTTP/1.1${end}Host: x${end}${end}`
const chunk = `2${end}{}${end}0${end}${end}`

/** Messages with an ambiguous end (RFC 9112, 6.3 and 11.2). */
const ambiguous: [headers: string[], body: string][] = [
  [['Content-Length: 2', 'Transfer-Encoding: chunked'], chunk + inner],
  [['Transfer-Encoding: chunked', `Content-Length: ${chunk.length}`], chunk + inner],
  [['Content-Length: 2', 'Content-Length: 0'], `{}${inner}`],
  [['Content-Length: 2, 0'], `{}${inner}`],
  [['Content-Length: +2'], `{}${inner}`],
  [['Content-Length: -1'], `{}${inner}`],
  [['Content-Length: 0x2'], `{}${inner}`],
  [['Content-Length: 2 0'], `{}${inner}`],
  [['Content-Length: 99999999999999999999999'], '{}'],
  [['Content-Length : 2'], `{}${inner}`],
  [['Transfer-Encoding : chunked'], chunk + inner],
  [['Transfer-Encoding: xchunked'], chunk + inner],
  [['Transfer-Encoding: chunked, identity'], chunk + inner],
  [['Transfer-Encoding: chunked', 'Transfer-Encoding: x'], chunk + inner],
  [['Transfer-Encoding: chunked'], `2;${'x'.repeat(40_000)}${end}{}${end}0${end}${end}`],
  [['Transfer-Encoding: chunked'], `-2${end}{}${end}0${end}${end}${inner}`],
  [['Transfer-Encoding: chunked'], `0x2${end}{}${end}0${end}${end}${inner}`],
  [['Transfer-Encoding: chunked'], `fffffffffffffffff${end}{}${end}0${end}${end}${inner}`],
  [['Transfer-Encoding: chunked'], `2\n{}\n0\n\n${inner}`],
  [['Transfer-Encoding: chunked'], `2${end}{}x${end}0${end}${end}${inner}`],
  [['X: y', ' Transfer-Encoding: chunked', 'Content-Length: 2'], `{}${inner}`],
  [['Transfer-Encoding:\x0bchunked'], chunk + inner],
  [['\x00Content-Length: 2'], `{}${inner}`],
]

const targets = [
  '/',
  '*',
  '',
  'x',
  '//',
  '/\x00',
  '/\x7f',
  '/ x',
  'http://',
  'http://[',
  'https://x:99999999/',
  '/%',
  '/?',
  '/#',
  '/\xff\xfe',
  `/${'a'.repeat(20_000)}`,
  '/api/characters',
  '/../..//etc/passwd',
]
const methods = [
  'GET',
  'HEAD',
  'POST',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'PRI',
  'get',
  'G\x00T',
  'M-SEARCH',
  'X'.repeat(3_000),
  '',
]
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'HTTP/1.', 'HTTP', 'FTP/1.1', '']
const lines = [
  'X: y', ': x', 'X', 'X y: z', 'X: \x00', 'X: \x01\x7f', 'X: \xff', '\tX: y', 'X:', `X: ${'y'.repeat(20_000)}`, 'Host: y', 'Connection: upgrade', 'Upgrade: websocket',
  'HTTP2-Settings: AAMAAABkAAQAAP__', 'Expect: 100-continue', 'Sec-WebSocket-Key: x', 'Content-Length: 5', 'Trailer: Content-Length', 'X: a\rb', 'X: a\nY: b',
] // prettier-ignore

/** Generates malformed requests, and requests that only some servers accept. */
export const rawRequests = (host: string, cookie: string): fc.Arbitrary<RawRequest> => {
  const ambiguousOnes = fc
    .record({
      at: fc.nat({ max: ambiguous.length - 1 }),
      path: fc.constantFrom('/api/chats', '/api/login', '/api/characters'),
    })
    .map(({ at, path }) => {
      const [headers, body] = ambiguous[at]!
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${host}`,
        `Cookie: ${cookie}`,
        'Content-Type: application/json',
        ...headers,
        '',
        '',
      ]
      return { text: head.join(end) + body, mayPass: false }
    })
  const odd = fc
    .record({
      method: fc.constantFrom(...methods),
      target: fc.constantFrom(...targets),
      version: fc.constantFrom(...versions),
      blank: fc.constantFrom(' ', ' ', ' ', '  ', '\t', ''),
      lines: fc.array(fc.constantFrom(...lines), { maxLength: 4 }),
      count: fc.constantFrom(1, 1, 1, 3_000),
      lineEnd: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
      isCut: fc.boolean(),
    })
    .map(({ method, target, version, blank, lines: headers, count, lineEnd, isCut }) => {
      const head = [
        `${method}${blank}${target}${blank}${version}`,
        `Host: ${host}`,
        ...Array.from({ length: count }, () => headers).flat(),
      ]
      return { text: head.join(lineEnd) + (isCut ? '' : lineEnd + lineEnd), mayPass: true }
    })
  const noise = fc
    .string({ unit: fc.integer({ min: 0, max: 255 }).map((byte) => String.fromCharCode(byte)), maxLength: 400 })
    .map((text) => ({ text, mayPass: true }))
  const other = fc
    .constantFrom(
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\r\n\r\n\r\n',
      '\x04\x01\x00\x50\x7f\x00\x00\x01\x00',
      'EHLO x\r\n'
    )
    .map((text) => ({ text, mayPass: true }))
  return fc.oneof(
    { weight: 4, arbitrary: ambiguousOnes },
    { weight: 5, arbitrary: odd },
    { weight: 1, arbitrary: noise },
    { weight: 1, arbitrary: other }
  )
}
