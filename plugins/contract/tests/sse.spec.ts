import { test } from '@japa/runner'
import { ProviderError } from '../errors.ts'
import { SseParser, type SseEvent } from '../sse.ts'

const read = (...chunks: (string | Uint8Array)[]): SseEvent[] => {
  const parser = new SseParser()
  return chunks.flatMap((chunk) => parser.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
}
const data = (events: SseEvent[]): string[] => events.map((event) => event.data)

test.group('contract | event streams', () => {
  test('accepts LF, CR LF and CR as line ends')
    .with(['\n', '\r\n', '\r'])
    .run(({ assert }, end) => assert.deepEqual(data(read(`data: a${end}${end}data: b${end}${end}`)), ['a', 'b']))

  test('accepts mixed line ends within one stream', ({ assert }) => {
    assert.deepEqual(data(read('data: a\r\rdata: b\n\ndata: c\r\n\ndata: d\r\n\r\n')), ['a', 'b', 'c', 'd'])
  })

  test('joins data lines, removes only one space, and accepts a field without a colon', ({ assert }) => {
    assert.deepEqual(data(read('data: a\ndata:b\ndata:  c\ndata\n\n')), ['a\nb\n c\n'])
  })

  test('returns an event for an empty data line and none without a data line', ({ assert }) => {
    assert.deepEqual(data(read('data:\n\nevent: x\n\n: comment\n\n\n\n')), [''])
  })

  test('sets the event name for one event only', ({ assert }) => {
    assert.deepEqual(read('event: ping\nid: 7\nretry: 9\ndata: a\n\ndata: b\n\n'), [
      { event: 'ping', data: 'a' },
      { event: 'message', data: 'b' },
    ])
  })

  test('skips a byte order mark only at the start, even if split', ({ assert }) => {
    assert.deepEqual(data(read('\ufeffdata: a\n\n')), ['a'])
    assert.deepEqual(data(read(Uint8Array.of(0xef), Uint8Array.of(0xbb), Uint8Array.of(0xbf), 'data: a\n\n')), ['a'])
    assert.deepEqual(data(read('data: a\n\n\ufeffdata: b\n\n')), ['a'])
  })

  test('returns the same events however the bytes are cut', ({ assert }) => {
    const bytes = Buffer.from(': hi\r\n\r\nevent: e\r\ndata: ä€🌊\r\ndata: 2\r\n\r\ndata: last\r\r')
    const whole = read(bytes)
    assert.deepEqual(data(whole), ['ä€🌊\n2', 'last'])
    for (let a = 0; a <= bytes.length; a++) {
      for (let b = a; b <= bytes.length; b++) {
        assert.deepEqual(
          read(bytes.subarray(0, a), bytes.subarray(a, b), bytes.subarray(b)),
          whole,
          `cut at ${a} and ${b}`
        )
      }
    }
  })

  test('returns an unfinished event at the end, but not a truncated field name', ({ assert }) => {
    for (const [text, expected] of [
      ['data: a', ['a']],
      ['data: a\n', ['a']],
      ['dat', []],
      ['', []],
    ] as const) {
      const parser = new SseParser()
      parser.push(Buffer.from(text))
      assert.deepEqual(data(parser.end()), expected)
      assert.isNull(parser.stray)
    }
  })

  test('keeps the first line that is not part of an event stream', ({ assert }) => {
    const parser = new SseParser()
    parser.push(Buffer.from('<html>\n<body>\n'))
    assert.equal(parser.stray, '<html>')
  })

  test('refuses a line or event data above the limit')
    .with([
      ['data: ' + 'x'.repeat(2000)],
      ['x'.repeat(900), 'x'.repeat(900)],
      Array.from({ length: 300 }, () => 'data: xxxxx\n'),
      ['data: ' + 'x'.repeat(2000) + '\n'],
    ])
    .run(({ assert }, chunks) => {
      const parser = new SseParser({ lineBytesMax: 1000 })
      try {
        for (const chunk of chunks) parser.push(Buffer.from(chunk))
        assert.fail('it was accepted')
      } catch (error) {
        assert.equal((error as ProviderError).code, 'invalid_response')
      }
    })
})
