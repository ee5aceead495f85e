import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles, readStamp, stampOf } from './source_stamp.mjs'
import { makeWhole, runQuietly } from './build_parts.mjs'

const FOLDERS = ['apps/server', 'modules', 'plugins', 'config', 'cli']
const SOURCES = [...FOLDERS, 'adonisrc.ts', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']
const isTest = (path) => /(^|\/)tests(\/|$)/.test(path)
const isAsset = (path) => !/\.(ts|tsx|md)$/.test(path)

/** Compiles server, modules and CLI to `build/`. Stale when the sources have changed. */
export const serverBuild = {
  name: 'server',
  isFresh: (root) => readStamp(join(root, 'build/.stamp')) === stampOf(root, SOURCES, isTest),

  async make(root, node) {
    // The stamp is taken before compiling, so that a file saved meanwhile triggers another build.
    const stamp = stampOf(root, SOURCES, isTest)
    const draft = join(root, 'node_modules/.cache/build-server')
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true })
    // `npm run check` checks types. Skipping the checks here saves time and doesn't change the output.
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    await runQuietly(node, [tsc, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', draft], root)
    for (const file of [...listFiles(root, FOLDERS, isTest).filter(isAsset), 'package.json']) {
      mkdirSync(dirname(join(draft, file)), { recursive: true })
      cpSync(join(root, file), join(draft, file))
    }
    makeWhole({ draft, place: join(root, 'build'), stamp })
  },
}
