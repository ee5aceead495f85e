import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles, readStamp, stampOf } from './source_stamp.mjs'
import { makeWhole, runQuietly } from './build_parts.mjs'

const ROOMS = ['apps/server', 'modules', 'plugins', 'config', 'cli']
const SOURCES = [...ROOMS, 'adonisrc.ts', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']
const isTest = (path) => /(^|\/)tests(\/|$)/.test(path)
const isAsset = (path) => !/\.(ts|tsx|md)$/.test(path)

/** The server, its modules and the CLI, compiled to `build/`, when the sources are not those of the last build. */
export const serverBuild = {
  name: 'server',
  isFresh: (root) => readStamp(join(root, 'build/.stamp')) === stampOf(root, SOURCES, isTest),

  async make(root, node) {
    // Taken before compiling: a file saved meanwhile makes the next start build again.
    const stamp = stampOf(root, SOURCES, isTest)
    const draft = join(root, 'node_modules/.cache/build-server')
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true })
    // Types are `npm run check`'s business; without them the same files come out sooner.
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    await runQuietly(node, [tsc, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', draft], root)
    for (const file of [...listFiles(root, ROOMS, isTest).filter(isAsset), 'package.json']) {
      mkdirSync(dirname(join(draft, file)), { recursive: true })
      cpSync(join(root, file), join(draft, file))
    }
    makeWhole({ draft, place: join(root, 'build'), stamp })
  },
}
