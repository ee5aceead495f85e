import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles, readStamp, stampOf } from './source_stamp.mjs'
import { makeWhole, runQuietly } from './build_parts.mjs'

const FOLDERS = ['apps/server', 'modules', 'plugins', 'config', 'cli']
const SOURCES = [...FOLDERS, 'adonisrc.ts', 'apps/launcher/compile_server.mjs', 'package.json', 'package-lock.json']
const isTest = (path) => /(^|\/)tests(\/|$)|^plugins\/kits\/|^apps\/server\/bin\/test\.ts$/.test(path)
const isAsset = (path) => !/\.(ts|tsx|md)$/.test(path)
const isCode = (path) => path.endsWith('.ts') && !path.endsWith('.d.ts')

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
    const files = listFiles(root, FOLDERS, isTest)
    const list = `${draft}.json`
    writeFileSync(list, JSON.stringify([...files, 'adonisrc.ts'].filter(isCode)))
    await runQuietly(node, [join(import.meta.dirname, 'compile_server.mjs'), root, draft, list], root)
    for (const file of [...files.filter(isAsset), 'package.json']) {
      mkdirSync(dirname(join(draft, file)), { recursive: true })
      cpSync(join(root, file), join(draft, file))
    }
    makeWhole({ draft, place: join(root, 'build'), stamp })
  },
}
