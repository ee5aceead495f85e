import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeWhole, runQuietly } from './build_parts.mjs'
import { readStamp, stampOf } from './source_stamp.mjs'

const SCALER = 'modules/gallery/src/built_in/scale_pictures.ts'
const SOURCES = ['modules/gallery/content', SCALER, 'modules/gallery/src/domain/picture_widths.ts']
const isNotScaled = (path) => /\.(json|svg|md|LICENSE)$/.test(path)

/** Scales the built-in WebP pictures to every width in `pictures/` when one changes, so that the running server doesn't scale them. */
export const picturesBuild = {
  name: 'set of pictures',
  isFresh: (root) => readStamp(join(root, 'pictures/.stamp')) === stampOf(root, SOURCES, isNotScaled),

  async make(root, node) {
    const stamp = stampOf(root, SOURCES, isNotScaled)
    const draft = join(root, 'node_modules/.cache/build-pictures')
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true })
    await runQuietly(node, [join(root, SCALER), draft], root)
    makeWhole({ draft, place: join(root, 'pictures'), stamp })
  },
}
