import { test } from '@japa/runner'
import { registerImageKit } from '../../kits/image_kit.ts'
import { localImages } from '../index.ts'

test.group('image-local | conformance', (group) => {
  group.each.timeout(120_000)
  // All cases share one provider, because each provider has its own process.
  const provider = localImages({ longestSide: 96 })
  registerImageKit({
    name: 'image-local',
    test: (title, fn) => test(title, () => fn()),
    createProvider: () => provider,
  })
})
