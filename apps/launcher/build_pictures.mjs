import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeWhole, runQuietly } from './build_parts.mjs'
import { readStamp, stampOf } from './source_stamp.mjs'

const SCALER = 'modules/gallery/builtin/art/scale_all.ts'
const SOURCES = ['modules/gallery/builtin/art/painted', SCALER, 'modules/gallery/src/domain/picture_widths.ts']

/**
 * The pictures of the built-in characters in every size, scaled to `pictures/` when a painting changed. Nothing is scaled
 * while the product runs.
 */
export const picturesBuild = {
  name: 'set of pictures',
  isFresh: (root) => readStamp(join(root, 'pictures/.stamp')) === stampOf(root, SOURCES),

  async make(root, node) {
    const stamp = stampOf(root, SOURCES)
    const draft = join(root, 'node_modules/.cache/build-pictures')
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true })
    await runQuietly(node, [join(root, SCALER), draft], root)
    makeWhole({ draft, place: join(root, 'pictures'), stamp })
  },
}
