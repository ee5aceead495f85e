import { test } from '@japa/runner'
import { EventParser, type StreamEvent } from '../event_parser.ts'

const read = (...chunks: (string | Uint8Array)[]): StreamEvent[] => {
  const parser = new EventParser()
  return chunks.flatMap((chunk) => parser.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
}
const data = (events: StreamEvent[]): string[] => events.map((event) => event.data)

test.group('contract | event parser', () => {
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

  test('skips a byte order mark, even if split or later', ({ assert }) => {
    assert.deepEqual(data(read('\ufeffdata: a\n\n')), ['a'])
    assert.deepEqual(data(read(Uint8Array.of(0xef), Uint8Array.of(0xbb), Uint8Array.of(0xbf), 'data: a\n\n')), ['a'])
    assert.deepEqual(data(read('data: a\n\n\ufeffdata: b\n\n')), ['a', 'b'])
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
      const parser = new EventParser()
      parser.push(Buffer.from(text))
      assert.deepEqual(data(parser.end()), expected)
      assert.equal(parser.stray, '')
    }
  })

  test('keeps lines that are not part of an event stream', ({ assert }) => {
    const parser = new EventParser()
    assert.deepEqual(parser.push(Buffer.from('<html>\n<body>\n')), [])
    assert.equal(parser.stray, '<html>\n<body>\n')
    assert.deepEqual(parser.end(), [])
  })

  test('reads JSON lines, and a JSON value over several lines')
    .with([
      ['{"a":1}\n\n  {"b":2}\r\n', ['{"a":1}', '{"b":2}']],
      ['{"a":1}\n{"b":2}', ['{"a":1}', '{"b":2}']],
      ['data: {"a":1}\n\n{"b":2}\n', ['{"a":1}', '{"b":2}']],
      ['{\n  "a": {\n  "b": 1 }\n}\n', ['{\n  "a": {\n  "b": 1 }\n}\n']],
      ['[{\n"a": 1\n}]', ['[{\n"a": 1\n}]']],
    ] as const)
    .run(({ assert }, [text, expected]) => {
      const bytes = Buffer.from(text)
      for (let cut = 0; cut <= bytes.length; cut++) {
        const parser = new EventParser()
        const events = [bytes.subarray(0, cut), bytes.subarray(cut)].flatMap((chunk) => parser.push(chunk))
        assert.deepEqual(data([...events, ...parser.end()]), [...expected], `cut at ${cut}`)
      }
    })

  test('separates events without a blank line, but not the lines of one event', ({ assert }) => {
    assert.deepEqual(data(read('data: {"a":1}\ndata: {"b":2}\ndata: [DONE]\n\n')), ['{"a":1}', '{"b":2}', '[DONE]'])
    assert.deepEqual(data(read('data: {"a":\ndata: {"b":2}\ndata: }\n\n')), ['{"a":\n{"b":2}\n}'])
  })

  test('reads fields with spaces and in upper case', ({ assert }) => {
    assert.deepEqual(data(read(' data: {"a":1}\n\nDATA: {"b":2}\n\ndata : {"c":3}\n\n')), [
      '{"a":1}',
      '{"b":2}',
      '{"c":3}',
    ])
  })

  test('skips a line or event data above the limit, and reads on')
    .with([
      ['data: ' + 'x'.repeat(2000) + '\n'],
      ['x'.repeat(900), 'x'.repeat(900), 'x'.repeat(900) + '\n'],
      [...Array.from({ length: 300 }, () => 'data: xxxxx\n'), '\n'],
    ])
    .run(({ assert }, chunks) => {
      const parser = new EventParser({ lineBytesMax: 1000 })
      const events = [...chunks, 'data: a\n\n'].flatMap((chunk) => parser.push(Buffer.from(chunk)))
      assert.deepEqual(data(events), ['a'])
      assert.equal(parser.skipped, 1)
    })

  test('accepts a line and event data of exactly the limit', ({ assert }) => {
    const line = 'data: ' + 'x'.repeat(994)
    for (const chunks of [[line + '\n\n'], [line.slice(0, 500), line.slice(500), '\n\n']]) {
      const parser = new EventParser({ lineBytesMax: 1000 })
      assert.deepEqual(data(chunks.flatMap((chunk) => parser.push(Buffer.from(chunk)))), ['x'.repeat(994)])
    }
  })
})
