import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { aliases } from './vite/aliases.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What the server draws first screens with: one file, with all that it needs. */
export default defineConfig({
  root: here('./'),
  plugins: [react()],
  resolve: { alias: aliases },
  publicDir: false,
  // React's own switch: without it the server would run what is for development.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: here('./src/app/first_paint/first_paint.tsx'),
    target: 'node24',
    rollupOptions: { output: { entryFileNames: 'first_paint.js', codeSplitting: false } },
  },
})
