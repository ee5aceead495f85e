import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveEvents } from './live_events.ts'

let stop = () => {}
let streams = 0

beforeEach(() => {
  vi.useFakeTimers()
  streams = 0
  const answer = () => {
    streams += 1
    return Promise.resolve(new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } }))
  }
  vi.stubGlobal('fetch', vi.fn(answer))
})

afterEach(() => stop())

test.each([0, 0.5, 0.99])('reconnects a silent stream after a random delay: %s', async (chance) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance)
  const hear = vi.fn()
  const unsubscribe = liveEvents.subscribe(hear)
  stop = liveEvents.start()
  await vi.advanceTimersByTimeAsync(39_990)
  expect(streams).toBe(1)
  await vi.advanceTimersByTimeAsync(500 * chance)
  expect(streams).toBe(1)
  await vi.advanceTimersByTimeAsync(30)
  expect(streams).toBe(2)
  expect(hear).toHaveBeenLastCalledWith({ type: 'gap', isBeginning: false })
  unsubscribe()
})
