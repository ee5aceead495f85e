import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { brand } from '../../config/brand.ts'
import { aliases } from './vite/aliases.ts'
import { firstLoads } from './vite/first_loads.ts'
import { nameBuild, workerEntry } from './vite/name_build.ts'
import { sharedChunks } from './vite/shared_chunks.ts'
import { webManifest } from './vite/web_manifest.ts'

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

/** The face that every screen's text is set in comes along with the page, not after its styles; until then its like stands in. */
const preloadFont: Plugin = {
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle, filename }) =>
      Object.keys(filename.endsWith('index.html') ? (bundle ?? {}) : {})
        .filter((file) => /hanken-grotesk-latin-wght-normal-[^/]*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head',
        })),
  },
}

/** The router's package leads to the one for development, which explains every mistake at length, whatever is built. */
const quietRouter: Plugin = {
  name: 'quiet-router',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: here('../../node_modules/react-router/dist/production/index.mjs') },
      ],
    },
  }),
}

export default defineConfig({
  root: here('./'),
  plugins: [
    react(),
    tailwindcss(),
    quietRouter,
    servePagesStylesheet,
    nameBrand,
    webManifest,
    preloadFont,
    firstLoads(here('./src')),
    nameBuild,
  ],
  resolve: { alias: aliases },
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
      input: {
        index: here('./index.html'),
        offline: here('./offline.html'),
        pages: here('./src/styles/pages.css'),
        [workerEntry]: here('./src/worker/service_worker.ts'),
      },
      output: {
        codeSplitting: { groups: sharedChunks(here('./')) },
        assetFileNames: (asset) => (asset.names.includes('pages.css') ? 'pages.css' : 'assets/[name]-[hash][extname]'),
      },
    },
  },
  test: {
    environment: 'jsdom',
    globalSetup: [here('./tests/api_schemas.ts')],
    setupFiles: [here('./tests/setup.ts')],
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    // Each wait has a limit of its own (tests/setup.ts); a long walk of many short ones needs none.
    testTimeout: 120_000,
    restoreMocks: true,
  },
})
