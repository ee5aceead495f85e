import { onTestFinished, vi } from 'vitest'
import * as knownPaths from '../src/app/router/known_paths.ts'

/** As if there were screens at these addresses, too, until the test is over. Ask for `vi.mock('../src/app/router/known_paths.ts', { spy: true })`. */
export async function withScreensAt(...paths: string[]) {
  const { isKnownPath } = await vi.importActual<typeof knownPaths>('../src/app/router/known_paths.ts')
  const known = vi.mocked(knownPaths.isKnownPath)
  known.mockImplementation((path) => paths.includes(path) || isKnownPath(path))
  onTestFinished(() => void known.mockReset())
}
