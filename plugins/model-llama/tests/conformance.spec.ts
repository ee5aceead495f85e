import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { collect, registerModelKit } from '../../kits/model_kit.ts'
import { llamaModel } from '../index.ts'
import { openModelFolder, type ModelFolder } from './model_folder.ts'

test.group('model-llama | conformance', (group) => {
  // Installs llama.cpp with npm.
  group.tap((each) => each.tags(longRun))
  let folder: ModelFolder
  group.setup(async () => {
    folder = await openModelFolder()
    // The first reply loads the model.
    await collect(llamaModel({ folder: folder.path }))
    return () => folder.close()
  })

  registerModelKit({
    name: 'model-llama',
    test: (title, fn) => test(title, () => fn()),
    createProvider: () => llamaModel({ folder: folder.path }),
    promptMs: 10_000,
  })
})
