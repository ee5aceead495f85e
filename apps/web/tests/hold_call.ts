import { vi } from 'vitest'
import type { FakeApi } from './fake_api.ts'

/** Lets a call whose address has this in it wait until the test lets it go. */
export function holdCall(api: FakeApi, part: string): () => void {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const { fetch } = api
  api.fetch = async (input, init) => {
    if (String(input).includes(part)) await held
    return fetch(input, init)
  }
  // Who has rendered already calls what was there then.
  vi.stubGlobal('fetch', api.fetch)
  return letGo
}
