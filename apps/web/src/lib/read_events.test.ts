import { afterEach, expect, test, vi } from 'vitest'
import { readEvents } from './read_events.ts'

const events = [
  { type: 'userMessage', content: 'Grüß Gott, 💎!' },
  { type: 'aiChunk', content: 'data: not an event\n\n"quoted" é漢字' },
  { type: 'aiComplete', content: '' },
]
const wire = `: ping\n\n${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(': ping\n\n')}`
const bytes = new TextEncoder().encode(wire)

function streamOf(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

async function read(stream: ReadableStream<Uint8Array>): Promise<unknown[]> {
  const seen: unknown[] = []
  for await (const event of readEvents(stream)) seen.push(event)
  return seen
}

afterEach(() => void vi.useRealTimers())

test('reads the same events wherever a chunk is split', async () => {
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    expect(await read(streamOf(bytes.slice(0, cut), bytes.slice(cut)))).toEqual(events)
  }
})

test('reads the same events byte by byte', async () => {
  expect(await read(streamOf(...Array.from(bytes, (byte) => Uint8Array.of(byte))))).toEqual(events)
})

test('reads lines with CR LF, and without a space after the colon', async () => {
  const other = new TextEncoder().encode('data:{"type":"a"}\r\n\r\nid: 7\r\ndata: {"type":"b"}\r\n\r\n')
  expect(await read(streamOf(other))).toEqual([{ type: 'a' }, { type: 'b' }])
})

test('drops an incomplete event at the end of the stream', async () => {
  expect(await read(streamOf(bytes.slice(0, bytes.length - 4)))).toEqual(events.slice(0, 2))
})

test('skips lines without a JSON object', async () => {
  expect(
    await read(streamOf(new TextEncoder().encode('data: [DONE]\n\ndata: {\n\ndata: 7\n\ndata: {"type":"a"}\n\n')))
  ).toEqual([{ type: 'a' }])
})

test('cancels the body when the consumer stops early', async () => {
  let isCancelled = false
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    cancel: () => void (isCancelled = true),
  })
  for await (const _ of readEvents(stream)) break
  expect(isCancelled).toBe(true)
})

test('throws and cancels after 40 seconds without data, comments included', async () => {
  vi.useFakeTimers()
  const onCancel = vi.fn()
  let push: (text: string) => void = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (push = (text) => controller.enqueue(new TextEncoder().encode(text))),
    cancel: onCancel,
  })
  const outcome = vi.fn()
  void read(stream).then(outcome, outcome)
  await vi.advanceTimersByTimeAsync(39_000)
  push(': ping\n\n')
  await vi.advanceTimersByTimeAsync(39_000)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(outcome.mock.calls[0]?.[0]).toBeInstanceOf(Error)
  expect(onCancel).toHaveBeenCalledOnce()
})
