import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { aliases } from './vite/aliases.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the code that renders first screens on the server, as one file without dependencies. */
export default defineConfig({
  root: here('./'),
  plugins: [react()],
  resolve: { alias: aliases },
  publicDir: false,
  // Without it, the server would run the development build of React.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: here('./src/app/server_render/render_page.tsx'),
    target: 'node24',
    rollupOptions: { output: { entryFileNames: 'render_page.js', codeSplitting: false } },
  },
})
