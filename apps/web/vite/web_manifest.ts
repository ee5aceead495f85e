import type { Plugin } from 'vite'
import { brand } from '../../../config/brand.ts'
import { screens, type Screen } from '../src/screens.ts'

const icon192 = { src: '/icon-192.png', sizes: '192x192', type: 'image/png' }

/** A manifest has one colour of each kind; the `theme-color` of the page follows the theme. */
const manifest = JSON.stringify({
  id: '/',
  name: brand.name,
  short_name: brand.name,
  description: brand.description,
  lang: 'en',
  categories: ['entertainment', 'social'],
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: brand.themeColor.dark,
  theme_color: brand.themeColor.dark,
  icons: [
    icon192,
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: Object.values<Screen>(screens)
    .filter(({ shortcut }) => shortcut !== undefined)
    .map(({ shortcut, path }) => ({ name: shortcut, url: path, icons: [icon192] })),
  screenshots: [
    { src: '/screenshot-wide.webp', sizes: '1280x800', form_factor: 'wide', label: 'Discover characters' },
    { src: '/screenshot-narrow.webp', sizes: '720x1560', form_factor: 'narrow', label: 'A chat' },
  ].map((screenshot) => ({ ...screenshot, type: 'image/webp' })),
})

/** Writes `/site.webmanifest`. */
export const webManifest: Plugin = {
  name: 'web-manifest',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'site.webmanifest', source: manifest })
  },
  configureServer(dev) {
    dev.middlewares.use('/site.webmanifest', (_request, response) => {
      response.setHeader('Content-Type', 'application/manifest+json').end(manifest)
    })
  },
}
