import { test } from '@japa/runner'
import { registerModelProviderSuite } from '../../contract/model_suite.ts'
import { localModel } from '../index.ts'

test.group('model-local | conformance', () => {
  registerModelProviderSuite({
    name: 'model-local',
    test: (title, fn) => test(title, () => fn()),
    createProvider: () => localModel({ wordDelayMs: 0 }),
  })
})
