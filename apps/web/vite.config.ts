import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
// Only its type, because builds have no Vitest.
import type { ViteUserConfig } from 'vitest/config'
import { brand } from '../../config/brand.ts'
import { aliases } from './vite/aliases.ts'
import { buildId, workerEntry } from './vite/build_id.ts'
import { inlineLimits } from './vite/inline_limits.ts'
import { lexerOfMarked } from './vite/lexer_of_marked.ts'
import { pageManifest } from './vite/page_manifest.ts'
import { prunableRouter } from './vite/prunable_router.ts'
import { noChunkCycles, sharedChunks } from './vite/shared_chunks.ts'
import { subsetFonts } from './vite/subset_fonts.ts'
import { webManifest } from './vite/web_manifest.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.WEB_PROXY_TARGET ?? 'http://localhost:3333'

/** Serves the stylesheets of the server-rendered pages in development; a build writes them to the same paths. */
const servePageStylesheets: Plugin = {
  name: 'serve-page-stylesheets',
  configureServer(dev) {
    dev.middlewares.use((request, _response, next) => {
      if (request.url === '/pages.css' || request.url === '/book.css') request.url = `/src/styles${request.url}?direct`
      next()
    })
  },
}

/** Serves the worker of `pages.js` in development; a build writes it to the same path. */
const serveChallengeSolver: Plugin = {
  name: 'serve-challenge-solver',
  configureServer(dev) {
    dev.middlewares.use((request, _response, next) => {
      if (request.url === '/challenge_solver.js') request.url = '/src/challenge/challenge_solver.ts'
      next()
    })
  },
}

/** Replaces `%brand.KEY%` in HTML with values of config/brand.ts. */
const brandValues: Plugin = {
  name: 'brand-values',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace(/%brand\.([\w.]+)%/g, (_, path: string) => {
        const value = path
          .split('.')
          .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], brand)
        if (typeof value !== 'string')
          throw new Error(`index.html uses brand.${path}, but config/brand.ts has no such text`)
        return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
      }),
  },
}

/** Preloads the fonts of all screens, which a browser would otherwise request only after the stylesheet. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle, filename }) =>
      Object.keys(filename.endsWith('index.html') ? (bundle ?? {}) : {})
        .filter((file) => /(hanken-grotesk-latin-wght|fraunces-latin-opsz)-normal\.basic-[^/]*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head',
        })),
  },
}

/** `react-router` resolves to its development build, with long error messages, even in production. */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: here('../../node_modules/react-router/dist/production/index.mjs') },
      ],
    },
  }),
}

/** Tests beside their module that need a browser's document or storage. */
const testsWithDocument = [
  'src/components/shared/live_events.test.ts',
  'src/components/shared/sign_in_redirect.test.ts',
  'src/features/accounts/local_drafts.test.ts',
  'src/features/chat/reply/conversation.test.ts',
  'src/lib/browser.test.ts',
  'src/worker/worker.test.ts',
]

/** Tests that replace modules. In a shared thread, other tests may have loaded the original first. */
const testsWithReplacedModules = [
  'src/app/versions/new_version.test.ts',
  'tests/chat_rendering.test.tsx',
  'tests/router.test.tsx',
]

const screenTests = {
  environment: 'jsdom',
  globalSetup: [here('./tests/api_schemas.ts')],
  setupFiles: [here('./tests/setup.ts')],
}

export default {
  root: here('./'),
  plugins: [
    react(),
    tailwindcss(),
    productionRouter,
    inlineLimits,
    lexerOfMarked,
    prunableRouter,
    servePageStylesheets,
    serveChallengeSolver,
    brandValues,
    webManifest,
    subsetFonts,
    preloadFonts,
    pageManifest(here('./src')),
    noChunkCycles,
    buildId,
  ],
  resolve: { alias: aliases },
  server: {
    proxy: { '/api': server, '/health': server, '/pictures': server, '/payments': server, '/age': server },
    fs: { allow: [here('../../')] },
  },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: {
      // All supported browsers preload modules.
      polyfill: false,
      // Lists of the scripts that each import needs would take 5 kB of a first view. The page preloads those of a first visit, and the
      // service worker fetches the rest of the build (docs/decisions/0026).
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    // Inlined assets would violate `script-src 'self'`.
    assetsInlineLimit: 0,
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    rollupOptions: {
      // The tables of calls are constants: a screen then holds only the calls that it sends.
      optimization: { inlineConst: { mode: 'all' } },
      // Lets a screen import one function of an `api.ts` without the rest of the file.
      treeshake: { moduleSideEffects: [{ test: /\/(modules|config|plugins\/contract)\/.*\.ts$/, sideEffects: false }] },
      input: {
        index: here('./index.html'),
        offline: here('./offline.html'),
        pages: here('./src/styles/pages.css'),
        book: here('./src/styles/book.css'),
        challenge_solver: here('./src/challenge/challenge_solver.ts'),
        [workerEntry]: here('./src/worker/service_worker.ts'),
      },
      output: {
        codeSplitting: { groups: sharedChunks(here('./')) },
        entryFileNames: ({ name }) => (name === 'challenge_solver' ? '[name].js' : 'assets/[name]-[hash].js'),
        assetFileNames: ({ names }) =>
          names.find((name) => name === 'pages.css' || name === 'book.css') ?? 'assets/[name]-[hash][extname]',
      },
    },
  },
  test: {
    pool: 'threads',
    // Many tests wait more than they compute, so one worker would leave two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Each wait has its own limit (tests/setup.ts), so a long test of many short waits needs no tight one.
    testTimeout: 120_000,
    restoreMocks: true,
    // Only `npm run test:long` runs these.
    tags: [{ name: '@long' }],
    projects: [
      {
        extends: true,
        // The files of a thread share its modules and its document, which tests/setup.ts resets.
        test: {
          ...screenTests,
          name: 'screens',
          isolate: false,
          include: ['src/**/*.test.tsx', 'tests/**/*.test.{ts,tsx}', ...testsWithDocument],
          exclude: testsWithReplacedModules,
        },
      },
      {
        extends: true,
        test: { ...screenTests, name: 'replaced modules', include: testsWithReplacedModules },
      },
      {
        extends: true,
        // Tests of functions share one thread: a document and a thread of its own take each file a second.
        test: {
          name: 'functions',
          environment: 'node',
          isolate: false,
          // After the screens: a thread that changes the project loads everything again.
          sequence: { groupOrder: 1 },
          include: ['src/**/*.test.ts'],
          exclude: [...testsWithDocument, ...testsWithReplacedModules],
        },
      },
    ],
  },
} satisfies ViteUserConfig
