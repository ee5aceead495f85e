import { vi } from 'vitest'
import type { FakeApi } from './fake_api.ts'

/** Holds calls whose URL contains `part`. Returns the release function. */
export const holdCall = (api: FakeApi, part: string): (() => void) =>
  hold(api, async (url, held, call) => {
    if (url.includes(part)) await held
    return call()
  })

/**
 * Holds the answers to the first `count` calls whose URL contains `part`. The answers lack later changes. Returns the release function.
 */
export const holdAnswer = (api: FakeApi, part: string, count = 1): (() => void) => {
  let seen = 0
  return hold(api, async (url, held, call) => {
    const isHeld = url.includes(part) && seen++ < count
    const answer = await call()
    if (isHeld) await held
    return answer
  })
}

function hold(
  api: FakeApi,
  handle: (url: string, held: Promise<void>, call: () => Promise<Response>) => Promise<Response>
): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { fetch } = api
  api.fetch = (input, init) => handle(String(input), held, () => fetch(input, init))
  // An app that has already rendered still uses the stubbed fetch.
  vi.stubGlobal('fetch', api.fetch)
  return release
}
