import { test } from '@japa/runner'
import { registerImageProviderSuite } from '../../contract/image_suite.ts'
import { localImages } from '../index.ts'

test.group('image-local | conformance', (group) => {
  group.each.timeout(120_000)
  // All cases share one provider, because each provider has its own process.
  const provider = localImages({ longestSide: 96 })
  registerImageProviderSuite({
    name: 'image-local',
    test: (title, fn) => test(title, () => fn()),
    createProvider: () => provider,
  })
})
