/** Scales the paintings to every width into a folder, with `pictures.json`, which tells a hash of each. Part of a build. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import sharp from 'sharp'
import { pictureWidths } from '../../src/domain/picture_widths.ts'

const into = argv[2]
if (!into) throw new Error('Say into which folder to scale.')
const from = new URL('./painted/', import.meta.url)
const hashes: Record<string, string> = {}

const scale = async (name: string) => {
  const painting = readFileSync(new URL(`${name}.webp`, from))
  hashes[name] = createHash('sha256').update(painting).digest('hex').slice(0, 12)
  // each width from the one above it, which is quicker and as clean as each from the whole
  let { data, info } = await sharp(painting).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  for (const width of pictureWidths.toReversed()) {
    if (width < info.width)
      ({ data, info } = await sharp(data, { raw: info }).resize(width).raw().toBuffer({ resolveWithObject: true }))
    await sharp(data, { raw: info })
      .webp({ quality: width > 400 ? 82 : 86, effort: 3, smartSubsample: width < 400 })
      .toFile(join(into, `${name}-${width}.webp`))
  }
}

const names = readdirSync(from)
  .filter((file) => file.endsWith('.webp'))
  .map((file) => file.slice(0, -5))
await Promise.all(names.map(scale))
writeFileSync(join(into, 'pictures.json'), `${JSON.stringify(hashes, Object.keys(hashes).sort(), 2)}\n`)
