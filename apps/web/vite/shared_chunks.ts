import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { aliases } from './aliases.ts'

/** Files that pull in a large library, or belong to the admin screens: each stays with the screens that use it. */
const heavy =
  /dialog\.tsx|leave_guard|settings_frame|account_screen\.tsx|components\/(?:ui|shared)\/(menu|select|tabs|toggle|picture_field|progress)|features\/admin|modules\/admin/

/**
 * Validation rules of the modules, which only screens with forms need. They are exported by the same `api.ts` as the wire types. Code that
 * builds a path or picks a picture size is needed from the start.
 */
const rules =
  /modules\/\w+\/src\/(?:domain\/(?!picture_(?:sources|sizes)|opening_line|message_seed|limits|user_name))|modules\/chat\/prompts\/(?!chat_macros)|modules\/kernel\/(?!path_segment|calls|picture_address|text|macro)|plugins\/contract\/sampling|modules\/accounts\/src\/domain\/limits/

/** Loaded with the first text that has macros. The landing page loads its texts later than itself. */
const macros =
  /modules\/(?:kernel\/macro|gallery\/src\/domain\/(?:opening_line|message_seed)|chat\/prompts\/chat_macros)|(?:shared\/preview_text|lib\/reader_zone)\.ts/

/** The landing page uses only their types and limits, which the build inlines. */
const wireTypes = /modules\/(?:chat\/\w+|gallery)\/api\.ts/

/** The parser of messages and their elements. Neither the landing page nor the gallery begins with a message. */
const messageText =
  /modules\/kernel\/message_text\/|node_modules\/marked\/|src\/components\/text\/(?!link_dialog|color_code)/

/** The frame around every screen of signed-in users. */
const frameFiles = ['member_bar', 'tab_bar', 'sidebar', 'live_updates'].map((name) => `app/layouts/${name}.tsx`)

/**
 * Groups the modules that several screens share into a few chunks. By default, the bundler makes one chunk per set of sharing screens:
 * dozens of small files, each compressed alone and each a request. `vendor` changes with our dependencies only; `common` is what every
 * screen starts with; `landing` is what the landing page shares with other screens. `member` is what both first screens of signed-in users
 * share, the gallery and a chat; `gallery` and `chat` are what one of them shares with other screens, and `screens` what most other ones share.
 */
export function sharedChunks(web: string) {
  const graphOf = (...files: string[]) => {
    const graph = new Set(files.flatMap((file) => [...staticGraph(join(web, 'src', file))]))
    for (const id of graph) if (rules.test(id)) graph.delete(id)
    return graph
  }
  const entry = graphOf('main.tsx')
  const landing = graphOf('app/routes/landing_route.tsx', 'app/layouts/visitor_bar.tsx')
  const frame = graphOf(...frameFiles)
  const gallery = graphOf('app/routes/gallery_route.tsx')
  // Loaded beside the chat on wide screens.
  const chat = graphOf('app/routes/chat_route.tsx', 'features/gallery/components/similar_characters.tsx')
  const text = graphOf('components/text/message_text.tsx', 'components/text/document_text.tsx')
  for (const graph of [entry, landing])
    for (const id of graph) if (macros.test(id) || wireTypes.test(id)) graph.delete(id)
  const isOurs = (id: string) => !id.includes('/node_modules/')
  return [
    {
      name: 'vendor',
      priority: 4,
      // The parts of these packages that only few screens use stay with those screens.
      test: (id: string) =>
        /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack)\//.test(id) &&
        !/query-core\/.*(infiniteQueryObserver|queriesObserver|mutationObserver)|react-query\/.*(useInfiniteQuery|useMutation|useQueries|HydrationBoundary)/i.test(
          id
        ),
    },
    {
      name: 'common',
      priority: 3,
      test: (id: string) => entry.has(id),
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    {
      name: 'basics',
      includeDependenciesRecursively: false,
      priority: 2.1,
      test: (id: string) =>
        (landing.has(id) && (frame.has(id) || gallery.has(id) || chat.has(id))) ||
        /lucide-react\/(?!.*\/icons\/)/.test(id),
      minShareCount: 2,
    },
    {
      name: 'landing',
      includeDependenciesRecursively: false,
      priority: 2,
      test: (id: string) => landing.has(id),
      minShareCount: 2,
    },
    // Loaded with the first message.
    {
      name: 'message_text',
      includeDependenciesRecursively: false,
      priority: 2.5,
      test: (id: string) =>
        messageText.test(id) || (text.has(id) && ![entry, landing, frame, gallery].some((graph) => graph.has(id))),
    },
    { name: 'macros', includeDependenciesRecursively: false, priority: 2.5, test: macros },
    {
      name: 'member',
      includeDependenciesRecursively: false,
      priority: 1.5,
      test: (id: string) =>
        ((frame.has(id) || (gallery.has(id) && chat.has(id))) && !heavy.test(id)) ||
        /use(InfiniteQuery|Mutation)\b|infiniteQueryObserver|mutationObserver/.test(id) ||
        // Smaller than what a chunk of their own costs.
        /components\/(shared\/demo_|ui\/tag\.)/.test(id),
      minShareCount: 2,
    },
    ...[
      { name: 'gallery', graph: gallery, own: /features\/gallery\/screens\// },
      { name: 'chat', graph: chat, own: /features\/chat\/|similar_characters/ },
    ].map(({ name, graph, own }) => ({
      name,
      includeDependenciesRecursively: false,
      priority: 1.2,
      test: (id: string) => graph.has(id) && !own.test(id),
      minShareCount: 2,
    })),
    {
      name: 'radix',
      priority: 1,
      includeDependenciesRecursively: false,
      // Without what places menus and lists: it needs floating-ui, and no first view shows one.
      test: /node_modules\/@radix-ui\/(?!react-(dialog|alert-dialog|popper|arrow|use-rect|use-size)\/)/,
      minShareCount: 12,
    },
    {
      name: 'screens',
      includeDependenciesRecursively: false,
      test: (id: string) => (isOurs(id) || /lucide-react|@tanstack/.test(id)) && !heavy.test(id) && !chat.has(id),
      minShareCount: 4,
    },
  ]
}

/** Our own files and the icons that a file imports statically, directly or indirectly. */
function staticGraph(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, specifier] of text.matchAll(/^(?:import|export)\s(?!type\b)[^'"(]*?['"]([^'"]+)['"]/gm)) {
    const found = specifier && resolved(specifier, file)
    if (found) staticGraph(found, seen)
  }
  return seen
}

const root = resolve(import.meta.dirname, '../../..')

function resolved(specifier: string, from: string): string | null {
  if (specifier.endsWith('.css')) return null
  const alias = aliases.find(({ find }) => find.test(specifier))
  if (alias) {
    const file = specifier.replace(alias.find, alias.replacement)
    return [file, `${file}.ts`, `${file}.tsx`].find((path) => existsSync(path) && /\.tsx?$/.test(path)) ?? null
  }
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier)
  if (!specifier.startsWith('lucide-react/icons/')) return null
  const icon = join(root, 'node_modules/lucide-react/dist/esm/icons', `${specifier.split('/').at(-1)}.mjs`)
  return [icon, icon.replace(/\.mjs$/, '.js')].find(existsSync) ?? null
}

/** Fails the build when chunks import each other in a circle: one of them would run before a value that it needs exists. */
export const noChunkCycles: Plugin = {
  name: 'no-chunk-cycles',
  apply: 'build',
  generateBundle(_, bundle) {
    const done = new Set<string>()
    const visit = (file: string, path: readonly string[]) => {
      if (path.includes(file)) this.error(`Chunks import each other: ${[...path, file].join(', ')}`)
      const chunk = bundle[file]
      if (done.has(file) || chunk?.type !== 'chunk') return
      for (const imported of chunk.imports) visit(imported, [...path, file])
      done.add(file)
    }
    for (const file of Object.keys(bundle)) visit(file, [])
  },
}
