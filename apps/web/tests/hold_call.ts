import { vi } from 'vitest'
import type { FakeApi } from './fake_api.ts'

/** Holds calls whose URL contains `part`. Returns the release function. */
export function holdCall(api: FakeApi, part: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { fetch } = api
  api.fetch = async (input, init) => {
    if (String(input).includes(part)) await held
    return fetch(input, init)
  }
  // An app that has already rendered still uses the stubbed fetch.
  vi.stubGlobal('fetch', api.fetch)
  return release
}
