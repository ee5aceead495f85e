import { readFileSync, globSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from '@japa/runner'

const root = join(import.meta.dirname, '../..')

/** A room is a folder; the first rule whose pattern fits a file says which room it is in. */
const roomOf = (file: string): string => {
  const [top, second] = file.split('/')
  if (top === 'modules') return `modules/${second}`
  if (top === 'plugins') return `plugins/${second}`
  if (top === 'apps') return `apps/${second}`
  return top!
}

/** How far down each module stands: it may use those above it, and not its neighbours. */
const depth: Record<string, number> = { accounts: 0, economy: 1, gallery: 2, chat: 3, imagegen: 3, admin: 4 }

/** What `to` is of, seen from `from`: true when the wall has a door there. */
const mayImport = (from: string, to: string, target: string): boolean => {
  if (from === to) return true
  const face = target.replace(/^[^/]+\/[^/]+\//, '')
  if (from === 'plugins/contract' || from === 'modules/kernel') return false
  if (from.startsWith('plugins/')) return to === 'plugins/contract'
  if (from.startsWith('modules/')) {
    if (to === 'modules/kernel' || to === 'plugins/contract') return true
    const [mine = -1, theirs = Infinity] = [from, to].map((room) => depth[room.slice('modules/'.length)])
    return to.startsWith('modules/') && theirs < mine && (face === 'index.ts' || face === 'api.ts')
  }
  if (from === 'config') return to.startsWith('plugins/') || (to.startsWith('modules/') && face === 'index.ts')
  if (from === 'apps/server')
    return (
      to === 'config' ||
      to === 'modules/kernel' ||
      (to.startsWith('modules/') && ['index.ts', 'provider.ts', 'routes.ts'].includes(face))
    )
  if (from === 'apps/web')
    return (
      (to.startsWith('modules/') && face === 'api.ts') ||
      ['config/brand.ts', 'config/economy.ts', 'config/content_rules.ts'].includes(target)
    )
  if (from === 'cli')
    return (
      to === 'modules/kernel' ||
      (to.startsWith('modules/') && face === 'index.ts') ||
      target === 'config/brand.ts' ||
      target === 'config/economy.ts'
    )
  return from === 'adonisrc.ts'
}

const why: Record<string, string> = {
  'plugins/contract': 'The contract imports nothing of ours, so that a plugin can be an npm package of its own.',
  'modules/kernel': 'The kernel is what everything stands on, so it stands on nothing.',
  plugins: 'A plugin knows plugins/contract and its vendor, nothing else: that keeps it one small file.',
  modules:
    'A module may use the kernel, plugins/contract, and the public face (index.ts, api.ts) of a module above it: accounts → economy → gallery → chat, imagegen → admin. ' +
    'What must run the other way is an abstract class that the lower module binds, or a hook called with the caller’s transaction.',
  config: 'Config names plugins and the modules’ config types (index.ts).',
  'apps/server': 'The server composes: it sees config and each module’s index.ts, provider.ts and routes.ts.',
  'apps/web':
    'The web app sees modules/*/api.ts and config/{brand,economy,content_rules}.ts: nothing that can’t run in a browser.',
  cli: 'The CLI talks to modules through their index.ts and api.ts, and never to the database.',
}

const sources = globSync(['{apps,modules,plugins,config,cli}/**/*.{ts,tsx}', 'adonisrc.ts'], { cwd: root }).filter(
  (file) =>
    !/(^|\/)(node_modules|dist|tests)\//.test(file) &&
    !file.endsWith('.d.ts') &&
    !/\.(test|spec)\.tsx?$/.test(file) &&
    file !== 'apps/server/bin/test.ts'
)

/** Where an import leads, as a path from the root; null for packages. */
const targetOf = (file: string, specifier: string): string | null => {
  if (specifier.startsWith('.')) return withExtension(relative(root, resolve(root, dirname(file), specifier)))
  const own = /^#(modules|plugins|config|server|web|cli|tests)\/(.*)$/.exec(specifier)
  if (!own) return null
  const folders: Record<string, string> = { server: 'apps/server', web: 'apps/web/src' }
  return withExtension(`${folders[own[1]!] ?? own[1]}/${own[2]}`)
}

const withExtension = (path: string) => (/\.\w+$/.test(path) ? path : `${path}.ts`)

const importsOf = (file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from\s+|import\s*\(?\s*)['"]([^'"]+)['"]/g)].map((match) => match[1]!)
}

test.group('The walls between rooms', () => {
  test('every import goes through a door', ({ assert }) => {
    const breaches: string[] = []
    for (const file of sources) {
      for (const specifier of importsOf(file)) {
        const target = targetOf(file, specifier)
        if (!target) continue
        const [from, to] = [roomOf(file), roomOf(target)]
        if (mayImport(from, to, target)) continue
        const reason = why[from] ?? why[from.split('/')[0]!]
        breaches.push(`${file} imports ${target}.\n  ${reason}`)
      }
    }
    assert.equal(breaches.length, 0, `\n${breaches.join('\n')}\n`)
  })

  test('only config/env.ts reads the environment', ({ assert }) => {
    const readers = sources.filter(
      (file) =>
        file !== 'config/env.ts' &&
        // What builds, reads what builds are told.
        !/^apps\/web\/vite(\.\w+)?\.config\.ts$/.test(file) &&
        /process\.env\b/.test(readFileSync(join(root, file), 'utf8'))
    )
    assert.deepEqual(
      readers,
      [],
      'Name the variable in config/env.ts, which checks it at the start, and read it from config.'
    )
  })

  test('core code names no plugin', ({ assert }) => {
    const names = globSync('plugins/*', { cwd: root })
      .map((path) => path.slice('plugins/'.length))
      .filter((name) => name !== 'contract')
    const namers = sources.filter((file) => {
      if (file.startsWith('plugins/') || file.startsWith('config/')) return false
      const text = readFileSync(join(root, file), 'utf8')
      return names.some((name) => text.includes(`'${name}'`) || text.includes(`/${name}/`))
    })
    assert.deepEqual(namers, [], 'Only config/ chooses plugins: ask for the contract instead.')
  })

  test('finds a breach when there is one', ({ assert }) => {
    assert.isFalse(mayImport('modules/accounts', 'modules/chat', 'modules/chat/index.ts'))
    assert.isFalse(mayImport('modules/chat', 'modules/gallery', 'modules/gallery/src/queries/rows.ts'))
    assert.isFalse(mayImport('apps/web', 'modules/chat', 'modules/chat/index.ts'))
    assert.isFalse(mayImport('plugins/model-local', 'modules/kernel', 'modules/kernel/text.ts'))
    assert.isFalse(mayImport('modules/imagegen', 'modules/chat', 'modules/chat/index.ts'))
    assert.isTrue(mayImport('modules/chat', 'modules/gallery', 'modules/gallery/index.ts'))
    assert.isAbove(sources.length, 100, 'The glob has stopped finding the sources.')
    assert.equal(targetOf('modules/chat/src/chat_room.ts', '#modules/gallery/index'), 'modules/gallery/index.ts')
  })
})
