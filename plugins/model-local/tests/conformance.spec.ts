import { test } from '@japa/runner'
import { registerModelKit } from '../../kits/model_kit.ts'
import { localModel } from '../index.ts'

test.group('model-local | conformance', () => {
  registerModelKit({
    name: 'model-local',
    test: (title, fn) => test(title, () => fn()),
    createProvider: () => localModel({ wordDelayMs: 0 }),
  })
})
