import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** `npm pack` runs this: bundles the client to one file without dependencies, and declares its types. */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

rmSync(here('dist'), { recursive: true, force: true })
await build({
  configFile: false,
  root: here('.'),
  logLevel: 'warn',
  publicDir: false,
  resolve: {
    alias: [
      { find: /^#web\/(.*)$/, replacement: here('../../apps/web/src/$1.ts') },
      { find: /^#(modules|plugins)\/(.*)$/, replacement: here('../../$1/$2.ts') },
    ],
  },
  build: { lib: { entry: here('index.ts'), formats: ['es'], fileName: 'index' }, target: 'es2023', minify: false },
})
execFileSync(process.execPath, [here('../../node_modules/typescript/bin/tsc'), '-p', here('tsconfig.json')], {
  stdio: 'inherit',
})
copyFileSync(here('../../LICENSE'), here('dist/LICENSE'))
