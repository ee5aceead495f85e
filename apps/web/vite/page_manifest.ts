import { relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { pathPattern, screens, screenNames } from '../src/screens.ts'

/** The chunks of the frame around the screens, with the windows that show them. */
const visitorFrame = { 'app/layouts/visitor_bar.tsx': '' }
const memberFrame = {
  'app/layouts/member_bar.tsx': '',
  'app/layouts/live_updates.tsx': '',
  'app/layouts/tab_bar.tsx': ' media="(max-width: 63.99rem)"',
  'app/layouts/sidebar.tsx': ' media="(min-width: 64rem)"',
}

const headSlot = '<!--slot:head-->'

/**
 * Writes `page_manifest.json`: for each screen, the HTML that preloads what its first visit needs. The server puts it into the head of
 * the page (apps/server/src/built_page.ts). Without it, a browser discovers each file only after running the one before.
 */
export const pageManifest = (sources: string): Plugin => ({
  name: 'page-manifest',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    // Vite appends its own tags to the head. The styles of a screen have to follow the app's.
    handler: (html) => html.replace(headSlot, '').replace('</head>', `${headSlot}</head>`),
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const page = bundle['index.html']
      const html = page?.type === 'asset' ? String(page.source) : ''
      const filesOf = (source: string) => filesOfChunk(bundle, sources, source).filter((path) => !html.includes(path))

      const appFiles = filesOf('main.tsx')
      const app = appFiles.map((path) =>
        /\/main-/.test(path) ? `<script type="module" crossorigin src="${path}"></script>` : modulePreload(path)
      )
      const rows = screenNames.map((name) => screens[name])
      const manifest = rows
        // The server can't tell which session belongs to an admin, so it preloads nothing for these.
        .filter(({ audience }) => audience !== 'admin')
        .flatMap((row) =>
          [true, false]
            .filter((isForVisitors) => row.audience === 'everyone' || isForVisitors === (row.audience === 'visitor'))
            .map((isForVisitors) => ({ ...row, isForVisitors }))
        )
        .map((row) => {
          const { path, route, isForVisitors, isServerRendered, preloads = [], addressPreload, picture, isShared } = row
          const { isSitePage, isCreator } = row
          const files = new Map(filesOf(`app/routes/${route}.tsx`).map((file) => [file, '']))
          for (const [source, media] of Object.entries(isForVisitors ? visitorFrame : memberFrame))
            for (const file of filesOf(source)) if (!files.has(file)) files.set(file, media)
          for (const file of appFiles) files.delete(file)
          const scripts = [...files].filter(([file]) => file.endsWith('.js'))
          const styles = [...files].filter(([file]) => file.endsWith('.css'))
          return {
            pattern: pathPattern(path),
            isForVisitors,
            isServerRendered,
            addressPreload,
            picture,
            isShared,
            isSitePage,
            isCreator,
            scripts: scripts.map(([file, media]) => modulePreload(file, media)).join(''),
            styles: styles
              .map(([file, media]) => `<link rel="stylesheet" crossorigin href="${file}"${media}>`)
              .join(''),
            stylePreloads: styles
              .map(([file, media]) => `<link rel="preload" as="style" crossorigin href="${file}"${media}>`)
              .join(''),
            calls: preloads.map((call) => `<link rel="preload" as="fetch" crossorigin href="${call}">`).join(''),
          }
        })
      const adminPatterns = rows.filter(({ audience }) => audience === 'admin').map(({ path }) => pathPattern(path))
      const source = JSON.stringify({ app: app.join(''), screens: manifest, adminPatterns })
      this.emitFile({ type: 'asset', fileName: 'page_manifest.json', source })
    },
  },
})

const modulePreload = (file: string, media = ''): string =>
  `<link rel="modulepreload" crossorigin href="${file}"${media}>`

/** The chunk that starts with a source file, everything that it imports, and their stylesheets. */
function filesOfChunk(bundle: Rolldown.OutputBundle, sources: string, source: string): string[] {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId && relative(sources, file.facadeModuleId) === source
  )
  if (!chunk) throw new Error(`No chunk starts with apps/web/src/${source}`)
  const found = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') return
    found.add(name)
    const { viteMetadata } = chunk as { viteMetadata?: { importedCss: Set<string> } }
    for (const style of viteMetadata?.importedCss ?? []) found.add(style)
    for (const other of chunk.imports) add(other)
  }
  add(chunk.fileName)
  return [...found].map((name) => `/${name}`)
}
