import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { brand } from '../../config/brand.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.WEB_PROXY_TARGET ?? 'http://localhost:3333'

/** In development the server-rendered pages ask for `/pages.css` too; a build emits it as a file of that name. */
const servePagesStylesheet: Plugin = {
  name: 'serve-pages-stylesheet',
  configureServer(dev) {
    dev.middlewares.use((request, _response, next) => {
      if (request.url === '/pages.css') request.url = '/src/styles/pages.css?direct'
      next()
    })
  },
}

/** Writes the brand into the page, wherever it says `%brand.…%`. */
const nameBrand: Plugin = {
  name: 'name-brand',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace(/%brand\.([\w.]+)%/g, (_, path: string) => {
        const value = path
          .split('.')
          .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], brand)
        if (typeof value !== 'string')
          throw new Error(`index.html asks for brand.${path}, which config/brand.ts has not`)
        return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
      }),
  },
}

/** What an installed app is called and looks like, as `/site.webmanifest`. */
const manifest = JSON.stringify({
  name: brand.name,
  short_name: brand.name,
  description: brand.description,
  start_url: '/',
  display: 'standalone',
  background_color: brand.themeColor.dark,
  theme_color: brand.themeColor.dark,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
})
const writeManifest: Plugin = {
  name: 'write-manifest',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'site.webmanifest', source: manifest })
  },
  configureServer(dev) {
    dev.middlewares.use('/site.webmanifest', (_request, response) => {
      response.setHeader('Content-Type', 'application/manifest+json').end(manifest)
    })
  },
}

/** The two faces that every screen begins with come along with the page, not after its styles. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /(fraunces-latin-opsz|hanken-grotesk-latin-wght)-normal-[^/]*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head',
        })),
  },
}

/**
 * Left alone, what several screens share is cut into pieces by who shares it: dozens of files, each packed by itself. What every
 * screen needs is one file that changes with our dependencies, and what most of them need is another.
 */
const sharedChunks = [
  {
    name: 'vendor',
    priority: 2,
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack)\//,
  },
  { name: 'common', priority: 1, minShareCount: 14 },
  // Icons are a few hundred bytes each. The landing page's own would bring all the others with it.
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\/(?!arrow-up\.)/, minShareCount: 2 },
]

export default defineConfig({
  root: here('./'),
  plugins: [react(), tailwindcss(), servePagesStylesheet, nameBrand, writeManifest, preloadFonts],
  resolve: {
    alias: [
      { find: /^#modules\//, replacement: here('../../modules/') },
      // The part of the contract that a module's `api.ts` shows to browsers.
      { find: /^#plugins\/contract\//, replacement: here('../../plugins/contract/') },
      { find: /^#config\//, replacement: here('../../config/') },
    ],
  },
  server: {
    proxy: { '/api': server, '/health': server, '/pictures': server, '/payments': server },
    fs: { allow: [here('../../')] },
  },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    sourcemap: false,
    // The polyfill would be a second loader for browsers that no longer exist, and inlining would break `script-src 'self'`.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    rollupOptions: {
      // A screen gets of a module's rules what it asks for, not what stands beside it in `api.ts`.
      treeshake: { moduleSideEffects: [{ test: /\/(modules|config|plugins\/contract)\/.*\.ts$/, sideEffects: false }] },
      input: { index: here('./index.html'), pages: here('./src/styles/pages.css') },
      output: {
        codeSplitting: { groups: sharedChunks },
        assetFileNames: (asset) => (asset.names.includes('pages.css') ? 'pages.css' : 'assets/[name]-[hash][extname]'),
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: [here('./tests/setup.ts')],
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    // A machine that is out of breath gets a second try; the report names who needed one.
    retry: 1,
    restoreMocks: true,
  },
})
