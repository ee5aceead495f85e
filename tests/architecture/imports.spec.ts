import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { imports, resolveImport, root, sources, textOf } from './sources.ts'

const areaOf = (file: string): string => {
  const [top, second] = file.split('/')
  return ['modules', 'plugins', 'apps'].includes(top!) ? `${top}/${second}` : top!
}

/** A module may import the modules with a smaller number. */
const depth: Record<string, number> = {
  realtime: 0,
  jobs: 0,
  mail: 0,
  accounts: 1,
  economy: 2,
  lore: 2,
  connections: 2,
  gallery: 3,
  imagegen: 4,
  chat: 5,
  cards: 6,
  voice: 6,
  community: 7,
  notices: 8,
  costs: 9,
  admin: 10,
  moderation: 11,
  access: 12,
}

/** Inner modules: rooms of a module that have an `index.ts` of their own. Each may import the ones before it. */
const innerModules: Record<string, readonly string[]> = {
  'modules/chat': ['tables', 'prompts', 'replies', 'sessions', 'files'],
  'modules/cards': ['formats'],
}

/** Inner modules that compute: they know no database, no files and no server. */
const pureModules = ['modules/chat/prompts', 'modules/cards/formats']

const mayImportInside = (from: string, to: string): boolean => {
  const area = areaOf(from)
  const rooms = innerModules[area]
  if (!rooms || areaOf(to) !== area) return true
  const folderOf = (file: string) => file.slice(area.length + 1).split('/')[0]!
  const [ours, theirs] = [rooms.indexOf(folderOf(from)), rooms.indexOf(folderOf(to))]
  if (ours === theirs) return true
  // The module's own face names what other modules may use.
  if (ours === -1 && /^modules\/\w+\/(index|api)\.ts$/.test(from)) return true
  if (theirs === -1) return /^modules\/\w+\/(api|limits|calls)\.ts$/.test(to)
  return (ours === -1 || theirs < ours) && /^modules\/\w+\/(\w+\/(index|api)|tables\/\w+)\.ts$/.test(to)
}

const mayImport = (from: string, to: string, target: string): boolean => {
  if (from === to) return true
  const file = target.replace(/^[^/]+\/[^/]+\//, '')
  if (/^plugins\/contract\/(adjustable_)?timers\.ts$/.test(target)) return from !== 'apps/web'
  if (from === 'plugins/contract' || from === 'modules/kernel' || to === 'plugins/kits') return false
  if (from.startsWith('plugins/')) return to === 'plugins/contract'
  if (from.startsWith('modules/')) {
    if (to === 'modules/kernel' || to === 'plugins/contract') return true
    const [ours = -1, theirs = Infinity] = [from, to].map((area) => depth[area.slice('modules/'.length)])
    return to.startsWith('modules/') && theirs < ours && ['index.ts', 'api.ts', 'calls.ts'].includes(file)
  }
  if (from === 'config')
    return to.startsWith('plugins/') || to === 'modules/kernel' || (to.startsWith('modules/') && file === 'index.ts')
  if (from === 'apps/server')
    return (
      to === 'config' ||
      to === 'modules/kernel' ||
      (to.startsWith('modules/') && ['index.ts', 'provider.ts', 'routes.ts'].includes(file))
    )
  if (from === 'apps/web')
    return (
      (to.startsWith('modules/') && ['api.ts', 'calls.ts'].includes(file)) ||
      ['modules/kernel/calls.ts', 'config/brand.ts', 'config/economy.ts', 'config/content_rules.ts'].includes(target)
    )
  if (from === 'cli')
    return (
      to === 'modules/kernel' ||
      (to.startsWith('modules/') && file === 'index.ts') ||
      target === 'config/brand.ts' ||
      target === 'config/economy.ts'
    )
  return from === 'adonisrc.ts'
}

const reasons: Record<string, string> = {
  'plugins/contract': 'The contract imports nothing from Facet, so that a plugin can be an npm package of its own.',
  'modules/kernel':
    'Every module depends on the kernel, so the kernel depends on none. It may import the timers of plugins/contract.',
  plugins: 'A plugin imports plugins/contract and its vendor’s SDK, nothing else; its tests also import plugins/kits.',
  modules:
    'A module may import the kernel, plugins/contract, and index.ts, api.ts or calls.ts of a module before it: realtime, jobs, mail → accounts → economy, lore, connections → gallery → imagegen → chat → cards, voice → community → notices → costs → admin → moderation → access. ' +
    'For a call in the other direction, declare an abstract class that the later module binds, or run a hook with the caller’s transaction.',
  config: 'Config names plugins and the config types of modules (index.ts), and may import the kernel.',
  'apps/server': 'The server imports config and index.ts, provider.ts and routes.ts of modules.',
  'apps/web':
    'The web app imports api.ts and calls.ts of modules, modules/kernel/calls.ts and config/{brand,economy,content_rules}.ts: code that runs in a browser.',
  cli: 'The CLI calls modules through index.ts and api.ts, and never the database.',
}

/** Within the web app: a folder, and the folders that it must not import. */
const webBoundaries: { folder: RegExp; forbidden: (match: RegExpExecArray) => RegExp; reason: string }[] = [
  {
    folder: /^apps\/web\/src\/features\/(\w+)\//,
    forbidden: ([, feature]) => new RegExp(`^apps/web/src/(features/(?!${feature}/)|app/)`),
    reason:
      'Features don’t import features or the app. Compose them in app/, or share a component in components/shared.',
  },
  {
    folder: /^apps\/web\/src\/components\/ui\//,
    forbidden: () => /^(modules\/|apps\/web\/src\/(features|app|components\/shared)\/)/,
    reason:
      'components/ui has no domain knowledge: components for characters, chats or rubies belong in components/shared.',
  },
  {
    folder: /^apps\/web\/src\/components\/(shared|text)\//,
    forbidden: () => /^apps\/web\/src\/(features|app)\//,
    reason: 'Shared components don’t import features.',
  },
  {
    folder: /^apps\/web\/src\/lib\//,
    forbidden: () => /^apps\/web\/src\/(features|app|components)\//,
    reason: 'lib imports neither features nor components.',
  },
]

/** Groups of files that import one another in a cycle (Tarjan's strongly connected components). */
const findCycles = (edges: readonly { from: string; to: string }[]): string[][] => {
  const next = Map.groupBy(edges, ({ from }) => from)
  const [order, low] = [new Map<string, number>(), new Map<string, number>()]
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string) => {
    order.set(file, order.size)
    low.set(file, order.get(file)!)
    stack.push(file)
    for (const { to } of next.get(file) ?? []) {
      if (!order.has(to)) visit(to)
      if (stack.includes(to)) low.set(file, Math.min(low.get(file)!, low.get(to)!))
    }
    if (low.get(file) !== order.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) cycles.push(group)
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return cycles
}

test.group('Imports', () => {
  test('cross the boundaries between areas only where the table allows it', ({ assert }) => {
    const violations = imports
      .filter(({ from, to }) => !mayImport(areaOf(from), areaOf(to), to))
      .map(({ from, to }) => {
        const area = areaOf(from)
        return `${from} imports ${to}.\n  ${reasons[area] ?? reasons[area.split('/')[0]!]}`
      })
    assert.equal(violations.length, 0, `\n${violations.join('\n')}\n`)
  })

  test('cross the boundaries between inner modules only through their index.ts and api.ts', ({ assert }) => {
    const violations = imports
      .filter(({ from, to }) => !mayImportInside(from, to))
      .map(({ from, to }) => `${from} imports ${to}.`)
    assert.deepEqual(
      violations,
      [],
      'Inner modules, in import order: tables, prompts, replies, sessions, files; formats.'
    )
  })

  test('keep prompts and file formats pure', ({ assert }) => {
    const violations = sources.filter(
      (file) =>
        pureModules.some((room) => file.startsWith(`${room}/`)) &&
        /from '(@adonisjs|pg|node:(fs|net|http|child_process|worker_threads))/.test(textOf(file))
    )
    assert.deepEqual(violations, [])
  })

  test('keep features, shared components and lib of the web app apart', ({ assert }) => {
    const violations = imports.flatMap(({ from, to }) =>
      webBoundaries.flatMap(({ folder, forbidden, reason }) => {
        const match = folder.exec(from)
        return match && forbidden(match).test(to) ? [`${from} imports ${to}.\n  ${reason}`] : []
      })
    )
    assert.equal(violations.length, 0, `\n${violations.join('\n')}\n`)
  })

  test('lead from the web app only to files that its build watches', async ({ assert }) => {
    const { webBuild } = await import(pathToFileURL(join(root, 'apps/launcher/build_web.mjs')).href)
    const imported = new Set(sources.filter((file) => file.startsWith('apps/web/src/')))
    for (const from of imported)
      for (const { to } of imports.filter((one) => one.from === from && !one.isTypeOnly)) imported.add(to)
    const watched = new Set<string>(webBuild.filesOf(root))
    assert.deepEqual(
      [...imported].filter((file) => !watched.has(file)),
      []
    )
  })

  test('form no cycle', ({ assert }) => {
    const cycles = findCycles(imports).map((files) => files.toSorted().join(', '))
    assert.equal(cycles.length, 0, `\n${cycles.join('\n')}\n`)
  })

  test('leave the environment to config/env.ts', ({ assert }) => {
    const readers = sources.filter(
      (file) =>
        file !== 'config/env.ts' &&
        // Builds read their own options.
        !/^apps\/web\/vite(\.\w+)?\.config\.ts$/.test(file) &&
        // Only tests set TEST_PARTITIONS, and migrations can't be given configuration.
        file !== 'modules/kernel/private_table.ts' &&
        /process\.env\b/.test(textOf(file))
    )
    assert.deepEqual(
      readers,
      [],
      'Name the variable in config/env.ts, which checks it at the start, and read it from config.'
    )
  })

  test('leave the frames of a stream to http', ({ assert }) => {
    const writers = sources.filter(
      (file) =>
        /^modules\/chat\/(?!http\/)/.test(file) &&
        /\b(frame|EventStream|StreamListener)\b.*from '#modules\/realtime/.test(textOf(file))
    )
    assert.deepEqual(writers, [], 'Tell a ReplyListener, and encode its events in modules/chat/http.')
  })

  test('leave the choice of plugins to config', ({ assert }) => {
    const names = globSync('plugins/*', { cwd: root })
      .map((path) => path.slice('plugins/'.length))
      .filter((name) => name !== 'contract')
    const violations = sources.filter((file) => {
      if (/^(plugins\/|config\/|cli\/plugin_kinds\.ts$)/.test(file)) return false
      const text = textOf(file)
      return names.some((name) => text.includes(`'${name}'`) || text.includes(`/${name}/`))
    })
    assert.deepEqual(violations, [], 'Only config/ chooses plugins: inject the contract instead.')
  })

  test('are read correctly by these tests', ({ assert }) => {
    assert.isFalse(mayImport('modules/accounts', 'modules/chat', 'modules/chat/index.ts'))
    assert.isFalse(mayImport('modules/chat', 'modules/gallery', 'modules/gallery/src/queries/rows.ts'))
    assert.isFalse(mayImport('apps/web', 'modules/chat', 'modules/chat/index.ts'))
    assert.isFalse(mayImport('plugins/model-local', 'modules/kernel', 'modules/kernel/text.ts'))
    assert.isFalse(mayImport('modules/kernel', 'plugins/contract', 'plugins/contract/errors.ts'))
    assert.isTrue(mayImport('modules/kernel', 'plugins/contract', 'plugins/contract/timers.ts'))
    assert.isFalse(mayImport('modules/imagegen', 'modules/chat', 'modules/chat/index.ts'))
    assert.isTrue(mayImport('modules/chat', 'modules/gallery', 'modules/gallery/index.ts'))
    assert.isFalse(mayImportInside('modules/chat/replies/run/a.ts', 'modules/chat/prompts/plan_prompt.ts'))
    assert.isFalse(mayImportInside('modules/chat/prompts/a.ts', 'modules/chat/replies/index.ts'))
    assert.isTrue(mayImportInside('modules/chat/replies/run/a.ts', 'modules/chat/prompts/index.ts'))
    assert.isAbove(sources.length, 100)
    assert.isAbove(imports.length, 1_000)
    assert.equal(resolveImport('modules/chat/sessions/a.ts', '#modules/gallery/index'), 'modules/gallery/index.ts')
    const edges = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'b' },
    ]
    assert.deepEqual(findCycles(edges), [['b', 'c']])
  })
})

test('what starts and builds the product imports no development package', ({ assert }) => {
  const { devDependencies } = JSON.parse(textOf('package.json')) as { devDependencies: Record<string, string> }
  const files = [
    ...sources.filter((file) => !file.startsWith('plugins/kits/')),
    ...globSync('apps/launcher/{start,cli,build,build_*,compile_server,install}.mjs', { cwd: root }),
  ]
  const found = files.flatMap((file) =>
    Object.keys(devDependencies)
      .filter((name) =>
        new RegExp(`^(?:import|export)\\s(?!type\\s)[^'"]*['"]${name}(?:/[^'"]*)?['"]`, 'm').test(textOf(file))
      )
      .map((name) => `${file} imports ${name}: npm start doesn’t install devDependencies.`)
  )
  assert.deepEqual(found, [])
})
