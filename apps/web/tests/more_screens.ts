import { onTestFinished, vi } from 'vitest'
import * as knownPaths from '../src/app/router/known_paths.ts'

/** Adds known paths until the test ends. Requires `vi.mock('../src/app/router/known_paths.ts', { spy: true })`. */
export const withScreensAt = (...paths: string[]) => mockKnownPaths((path, isKnown) => paths.includes(path) || isKnown)

/** Removes known paths until the test ends. */
export const withoutScreensAt = (...paths: string[]) =>
  mockKnownPaths((path, isKnown) => !paths.includes(path) && isKnown)

async function mockKnownPaths(judge: (path: string, isKnown: boolean) => boolean) {
  const { isKnownPath } = await vi.importActual<typeof knownPaths>('../src/app/router/known_paths.ts')
  const known = vi.mocked(knownPaths.isKnownPath)
  known.mockImplementation((path) => judge(path, isKnownPath(path)))
  onTestFinished(() => void known.mockReset())
}
