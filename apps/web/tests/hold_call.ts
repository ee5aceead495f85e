import { vi } from 'vitest'
import type { FakeApi } from './fake_api.ts'

/** Holds calls whose address contains `part` until the returned function is called. */
export function holdCall(api: FakeApi, part: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { fetch } = api
  api.fetch = async (input, init) => {
    if (String(input).includes(part)) await held
    return fetch(input, init)
  }
  // A rendered app uses the stubbed `fetch`, so it has to be replaced.
  vi.stubGlobal('fetch', api.fetch)
  return release
}
