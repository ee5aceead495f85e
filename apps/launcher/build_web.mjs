import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { makeWhole, runQuietly } from './build_parts.mjs'
import { listFiles, readStamp, stampOf } from './source_stamp.mjs'

const SOURCES = ['apps/web', 'modules', 'plugins/contract', 'config', 'package.json', 'package-lock.json']
const COMPRESSED = /\.(js|css|html|svg|json|txt|webmanifest|wasm)$/
/** The web app imports only wire types, rules and plain data from the server, so other files don't make it stale. */
const isUnrelated = (path) =>
  /(^|\/)(tests|dist|src\/.*\.test\.tsx?)(\/|$)/.test(path) ||
  /^modules\/(?!kernel\/)[^/]+\/(?!(\w+\/)?(api|limits|calls)\.ts$|src$|src\/domain(\/|$)|(replies|sessions|files)$|(prompts|files\/book)(\/|$))/.test(
    path
  ) ||
  /^config\/(?!(brand|content_rules|economy)\.ts$)/.test(path)

/** Bundles the web app to `apps/web/dist`, with a .br and a .gz version of each text file from 1 KiB. */
export const webBuild = {
  name: 'web app',
  filesOf: (root) => listFiles(root, SOURCES, isUnrelated),
  stampOf: (root) => stampOf(root, SOURCES, isUnrelated),
  isFresh: (root) => readStamp(join(root, 'apps/web/dist/.stamp')) === webBuild.stampOf(root),

  async make(root, node) {
    const stamp = webBuild.stampOf(root)
    const draft = join(root, 'node_modules/.cache/build-web')
    rmSync(draft, { recursive: true, force: true })
    const bundle = (config, outDir) => {
      const options = ['--config', `apps/web/${config}`, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
      const vite = join(root, 'node_modules/vite/bin/vite.js')
      return runQuietly(node, [vite, 'build', ...options], root, { NODE_ENV: 'production' })
    }
    await bundle('vite.config.ts', draft)
    await Promise.all(
      listFiles(draft, ['.'])
        .filter((file) => COMPRESSED.test(file))
        .map((file) => compress(join(draft, file)))
    )
    // Hidden files aren't served.
    await bundle('vite.server_render.config.ts', join(draft, '.server_render'))
    makeWhole({ draft, place: join(root, 'apps/web/dist'), stamp })
  },
}

async function compress(path) {
  const { size } = statSync(path)
  if (size < 1024) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: size }
  await Promise.all([
    pipeline(createReadStream(path), createBrotliCompress({ params }), createWriteStream(`${path}.br`)),
    pipeline(createReadStream(path), createGzip({ level: 9 }), createWriteStream(`${path}.gz`)),
  ])
}
