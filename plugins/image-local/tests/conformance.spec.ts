import { test } from '@japa/runner'
import { registerImageProviderSuite } from '../../contract/image_suite.ts'
import { localImages } from '../index.ts'

test.group('image-local | conformance', (group) => {
  group.each.timeout(120_000)
  // One for all cases: whoever paints is a process, and the pictures need not be large.
  const provider = localImages({ longestSide: 96 })
  registerImageProviderSuite({
    name: 'image-local',
    test: (title, fn) => test(title, () => fn()),
    createProvider: () => provider,
  })
})
