import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

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

export default defineConfig({
  root: here('./'),
  plugins: [react(), tailwindcss(), servePagesStylesheet],
  resolve: {
    alias: [
      { find: /^#modules\//, replacement: here('../../modules/') },
      { find: /^#config\//, replacement: here('../../config/') },
    ],
  },
  server: { proxy: { '/api': server, '/health': server }, fs: { allow: [here('../../')] } },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    sourcemap: false,
    // The polyfill would be a second loader for browsers that no longer exist, and inlining would break `script-src 'self'`.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    rollupOptions: {
      input: { index: here('./index.html'), pages: here('./src/styles/pages.css') },
      output: {
        assetFileNames: (asset) => (asset.names.includes('pages.css') ? 'pages.css' : 'assets/[name]-[hash][extname]'),
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: [here('./tests/setup.ts')],
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
})
