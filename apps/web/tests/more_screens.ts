import { onTestFinished, vi } from 'vitest'
import * as knownPaths from '../src/app/router/known_paths.ts'

/** As if there were screens at these addresses, too, until the test is over. Ask for `vi.mock('../src/app/router/known_paths.ts', { spy: true })`. */
export const withScreensAt = (...paths: string[]) => believe((path, isKnown) => paths.includes(path) || isKnown)

/** As if there were none at these. */
export const withoutScreensAt = (...paths: string[]) => believe((path, isKnown) => !paths.includes(path) && isKnown)

async function believe(judge: (path: string, isKnown: boolean) => boolean) {
  const { isKnownPath } = await vi.importActual<typeof knownPaths>('../src/app/router/known_paths.ts')
  const known = vi.mocked(knownPaths.isKnownPath)
  known.mockImplementation((path) => judge(path, isKnownPath(path)))
  onTestFinished(() => void known.mockReset())
}
