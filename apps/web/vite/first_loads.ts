import { relative } from 'node:path'
import type { Plugin } from 'vite'

interface FirstLoad {
  /** The chunk that shows it, by its source. */
  part: string
  /** Calls that it makes in any case, as it spells them. */
  calls?: string[]
}

/** What an address begins with besides the entry, by the first piece of its path; `visitor` is the front page of those who aren't signed in. */
const screens: Record<string, FirstLoad> = {
  visitor: { part: 'app/routes/landing_route.tsx', calls: ['/api/characters?limit=12'] },
  '': { part: 'app/routes/gallery_route.tsx', calls: ['/api/characters?limit=24', '/api/daily-reward/check'] },
  chat: { part: 'app/routes/chat_route.tsx', calls: ['/api/models'] },
  character: { part: 'app/routes/character_route.tsx' },
  'create-character': { part: 'app/routes/create_character_route.tsx' },
  'edit-character': { part: 'app/routes/edit_character_route.tsx' },
  'ai-image-generator': { part: 'app/routes/image_generator_route.tsx' },
  memory: { part: 'features/chat/screens/recent_chats_screen.tsx' },
  'ruby-shop': { part: 'app/routes/shop_route.tsx' },
  notifications: { part: 'app/routes/notifications_route.tsx' },
  profile: { part: 'app/routes/profile_route.tsx' },
  settings: { part: 'app/routes/settings_route.tsx' },
}

/** The frame that signed-in people see around each screen, and in which windows. */
const frame = {
  'components/ui/toaster.tsx': '',
  'app/layouts/live_updates.tsx': '',
  'app/layouts/tab_bar.tsx': ' media="(max-width: 63.99rem)"',
  'app/layouts/sidebar.tsx': ' media="(min-width: 64rem)"',
}

const link = (path: string, media = ''): string => {
  if (path.endsWith('.js')) return `<link rel="modulepreload" crossorigin href="${path}"${media}>`
  return `<link rel="preload" as="${path.endsWith('.css') ? 'style' : 'fetch'}" crossorigin href="${path}"${media}>`
}

/**
 * Writes `first_loads.json`: for each screen what its first visit needs and the page does not name, as lines for the page's head, so that
 * the server can add them. Without that a browser hears of each only when it has run the one before.
 */
export const firstLoads = (sources: string): Plugin => ({
  name: 'first-loads',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const page = bundle['index.html']
      let html = page?.type === 'asset' ? String(page.source) : ''
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const wholeOf = (name: string, seen = new Set<string>()): Set<string> => {
        const chunk = bundle[name]
        if (seen.has(name) || chunk?.type !== 'chunk') return seen
        seen.add(name)
        const { viteMetadata } = chunk as { viteMetadata?: { importedCss: Set<string> } }
        for (const style of viteMetadata?.importedCss ?? []) seen.add(style)
        for (const other of chunk.imports) wholeOf(other, seen)
        return seen
      }
      const filesOf = (source: string) => {
        const chunk = chunks.find(({ facadeModuleId: id }) => id && relative(sources, id) === source)
        if (!chunk) throw new Error(`No chunk begins with ${source}: apps/web/vite/first_loads.ts names it`)
        return [...wholeOf(chunk.fileName)].map((name) => `/${name}`).filter((path) => !html.includes(path))
      }
      // The app itself, without the way round by `boot.ts`.
      const app = filesOf('main.tsx')
        .map((path) =>
          /\/main-/.test(path) ? `<script type="module" crossorigin src="${path}"></script>` : link(path)
        )
        .join('')
      if (page?.type === 'asset') page.source = html = html.replace('</head>', `${app}</head>`)
      const loads = Object.entries(screens).map(([screen, { part, calls = [] }]) => {
        const lines = new Map([...filesOf(part), ...calls].map((path) => [path, link(path)]))
        if (screen !== 'visitor')
          for (const [source, media] of Object.entries(frame))
            for (const path of filesOf(source)) if (!lines.has(path)) lines.set(path, link(path, media))
        return [screen, [...lines.values()].join('')]
      })
      this.emitFile({ type: 'asset', fileName: 'first_loads.json', source: JSON.stringify(Object.fromEntries(loads)) })
    },
  },
})
