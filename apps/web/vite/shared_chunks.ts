import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What brings a whole library along, or is of one room: it comes with the screens that show it. */
const heavy =
  /dialog\.tsx|leave_guard|components\/(?:ui|shared)\/(menu|select|tabs|toggle|picture_field|progress)|features\/admin|modules\/admin/

/**
 * The modules' rules come through the same `api.ts` as their paths, and only screens with forms need them. What builds a path or shows
 * a picture is needed from the start.
 */
const rules =
  /modules\/\w+\/src\/(?:domain\/(?!picture_(?:widths|sources|sizes))|prompt\/)|modules\/kernel\/(?!path_segment|picture_address|text)/

/** What signed-in people begin with: the gallery, and the frame around every screen. */
const signedIn = ['app/routes/gallery_route.tsx', 'app/layouts/tab_bar.tsx', 'app/layouts/live_updates.tsx']

/**
 * Left alone, what several screens share is cut into pieces by who shares it: dozens of files, each packed by itself and each a way
 * there and back. So: what every screen begins with is two files, one of which changes with our dependencies alone; the front page
 * brings what it shares with others as one more; what the gallery shares with others is the next, and what most of the other screens need
 * is another.
 */
export function sharedChunks(web: string) {
  const entry = staticGraph(join(web, 'src/main.tsx'))
  const front = staticGraph(join(web, 'src/app/routes/landing_route.tsx'))
  const house = new Set(signedIn.flatMap((file) => [...staticGraph(join(web, 'src', file))]))
  for (const graph of [entry, front, house]) for (const id of graph) if (rules.test(id)) graph.delete(id)
  const isOurs = (id: string) => !id.includes('/node_modules/')
  return [
    {
      name: 'vendor',
      priority: 4,
      // What few screens need of the same packages comes with those.
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
      name: 'front',
      includeDependenciesRecursively: false,
      priority: 2,
      test: (id: string) => front.has(id) || /lucide-react\/(?!.*\/icons\/)/.test(id),
      minShareCount: 2,
    },
    {
      name: 'house',
      includeDependenciesRecursively: false,
      priority: 1.5,
      test: (id: string) =>
        (house.has(id) && !heavy.test(id)) ||
        /use(InfiniteQuery|Mutation)\b|infiniteQueryObserver|mutationObserver/.test(id),
      minShareCount: 2,
    },
    {
      name: 'layers',
      priority: 1,
      includeDependenciesRecursively: false,
      test: /node_modules\/@radix-ui\/(?!react-(dialog|alert-dialog)\/)/,
      minShareCount: 7,
    },
    {
      name: 'rooms',
      includeDependenciesRecursively: false,
      test: (id: string) => (isOurs(id) || /lucide-react|@tanstack/.test(id)) && !heavy.test(id),
      minShareCount: 4,
    },
  ]
}

/** The files of ours, and the icons, that come with this one: by its imports, and by theirs. */
function staticGraph(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, specifier] of text.matchAll(/^(?:import|export)\s(?!type\b)[^'"]*?['"]([^'"]+)['"]/gm)) {
    const found = specifier && resolved(specifier, file)
    if (found) staticGraph(found, seen)
  }
  return seen
}

const root = resolve(import.meta.dirname, '../../..')

function resolved(specifier: string, from: string): string | null {
  if (specifier.endsWith('.css')) return null
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier)
  if (specifier.startsWith('#')) return `${join(root, specifier.slice(1))}.ts`
  if (!specifier.startsWith('lucide-react/icons/')) return null
  const icon = join(root, 'node_modules/lucide-react/dist/esm/icons', `${specifier.split('/').at(-1)}.mjs`)
  return [icon, icon.replace(/\.mjs$/, '.js')].find(existsSync) ?? null
}
