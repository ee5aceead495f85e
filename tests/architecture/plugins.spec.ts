import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { pluginKinds } from '#cli/plugin_kinds'
import { root, textOf } from './sources.ts'

test.group('Plugins', () => {
  for (const { name, contract, kit, localDefault, template, docs } of pluginKinds)
    test(`have all parts of the kind ${name}`, ({ assert }) => {
      assert.deepEqual(
        [contract, kit, localDefault].filter((path) => !existsSync(join(root, path))),
        []
      )
      assert.include(textOf('docs/plugins.md'), `\n## ${docs}\n`)
      assert.include(textOf(`${template}/tests/conformance.spec.ts.tpl`), `../${kit.slice('plugins/'.length)}`)
    })

  test('have templates that import existing files', ({ assert }) => {
    const missing = globSync('cli/templates/**/*.tpl', { cwd: root }).flatMap((file) =>
      [...textOf(file).matchAll(/'\.\.\/\.\.\/((?:contract|kits)\/\w+\.ts)'/g)]
        .filter(([, path]) => !existsSync(join(root, 'plugins', path!)))
        .map(([, path]) => `${file}: ${path}`)
    )
    assert.deepEqual(missing, [])
  })

  test('run the kit of their kind', ({ assert }) => {
    const folders = globSync('plugins/*-*', { cwd: root })
    const wrong = folders.filter((folder) => {
      const kind = pluginKinds.find(({ name }) => folder.startsWith(`plugins/${name}-`))
      const spec = `${folder}/tests/conformance.spec.ts`
      return !kind || !existsSync(join(root, spec)) || !textOf(spec).includes(`kits/${kind.name}_kit`)
    })
    assert.deepEqual(wrong, [], 'Define a new kind in cli/plugin_kinds.ts. Each provider runs its kit in tests/.')
  })
})
