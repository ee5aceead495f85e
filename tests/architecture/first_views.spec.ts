import { test } from '@japa/runner'
import { resolveImport, textOf } from './sources.ts'

/** The screens that people open first, and the files that they must not load with them. */
const firstViews: [entry: string, heavy: RegExp][] = [
  [
    'app/layouts/app_layout.tsx',
    /components\/(text\/message_text|ui\/(menu|dialog|select|toaster))\.tsx|(member|visitor)_bar/,
  ],
  ['app/routes/landing_route.tsx', /components\/(text\/message_text|ui\/(menu|dialog|select))\.tsx/],
  ['app/routes/gallery_route.tsx', /components\/ui\/(menu|dialog|select)\.tsx/],
  [
    'features/chat/screens/chat_view.tsx',
    /components\/(ui\/(menu|dialog|toaster|field)|chat_dialogs)\.tsx|send_with_progress/,
  ],
]

const staticImport = /^(?:import|export)\s(?!type\b)(?:[^'"`;()=]*?\bfrom\s+)?'([^']+)'/gm

/** The way from a file to a heavy one by static imports, or null. */
const wayTo = (heavy: RegExp, file: string, seen = new Set<string>()): string[] | null => {
  if (seen.has(file)) return null
  seen.add(file)
  for (const [, specifier] of textOf(file).matchAll(staticImport)) {
    const next = resolveImport(file, specifier!)
    if (!next?.startsWith('apps/web/src/') || next.endsWith('.css')) continue
    if (heavy.test(next)) return [file, next]
    const way = wayTo(heavy, next, seen)
    if (way) return [file, ...way]
  }
  return null
}

test.group('First views', () => {
  for (const [entry, heavy] of firstViews)
    test(`of ${entry} load menus, dialogs and other parts when they are needed`, ({ assert }) => {
      assert.deepEqual(
        wayTo(heavy, `apps/web/src/${entry}`) ?? [],
        [],
        'Load the last file with `lazyPart`, `lazyDialog` or `LazyMenu`, or move what doesn’t need it to a file of its own.'
      )
    })

  test('preload no part that the frame loads later', ({ assert }) => {
    assert.notMatch(textOf('apps/web/vite/page_manifest.ts'), /toaster|alert_host|announcement_banners/)
  })
})
