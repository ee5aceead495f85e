/**
 * Scales the WebP pictures in `content/` to every width. Writes them to the given folder, with hashes of the originals in
 * `pictures.json`. A build step.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { pictureWidths } from '../domain/picture_widths.ts'

const into = argv[2]
if (!into) throw new Error('Name the folder to scale into.')
const content = fileURLToPath(new URL('../../content/', import.meta.url))
const hashes: Record<string, string> = {}

const scale = async (file: string) => {
  const name = file.replace(/[\\/]/, '-').slice(0, -'.webp'.length)
  const original = readFileSync(join(content, file))
  hashes[name] = createHash('sha256').update(original).digest('hex').slice(0, 12)
  // Scaling each width from the next larger one is faster and looks the same.
  let { data, info } = await sharp(original).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  for (const width of pictureWidths.toReversed()) {
    if (width < info.width)
      ({ data, info } = await sharp(data, { raw: info }).resize(width).raw().toBuffer({ resolveWithObject: true }))
    await sharp(data, { raw: info })
      .webp({ quality: 82, effort: 3, smartSubsample: width < 400 })
      .toFile(join(into, `${name}-${width}.webp`))
  }
}

await Promise.all(globSync('*/*.webp', { cwd: content }).map(scale))
writeFileSync(join(into, 'pictures.json'), `${JSON.stringify(hashes, Object.keys(hashes).sort(), 2)}\n`)
