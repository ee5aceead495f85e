import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { format, resolveConfig } from 'prettier'
import sharp from 'sharp'
import { drawArtwork } from '../../plugins/image-local/src/engine/artwork.ts'

// Draws the pictures of the built-in characters that have a drawing.json, saves the positions of the faces in their cards, and draws the
// contact sheet of all characters. Run this by hand after changing the drawing engine.
const root = join(import.meta.dirname, '../..')
const content = join(root, 'modules/gallery/content')
let changed = 0
for (const drawing of globSync('*/drawing.json', { cwd: content })) {
  const folder = join(content, dirname(drawing))
  const { files, face } = drawArtwork(JSON.parse(readFileSync(join(content, drawing), 'utf8')))
  for (const [name, text] of Object.entries({
    ...files,
    'card.json': await withFocus(join(folder, 'card.json'), face),
  })) {
    const file = join(folder, name)
    if (readFileSync(file, 'utf8') === text) continue
    writeFileSync(file, text)
    changed++
  }
}

/** Returns the text of a card with the avatar's focus on the face. */
async function withFocus(file, { x, y }) {
  const card = JSON.parse(readFileSync(file, 'utf8'))
  card.data.extensions.facet.avatarFocus = { x: Number(x.toFixed(3)), y: Number(y.toFixed(3)) }
  return format(JSON.stringify(card, null, 2), { ...(await resolveConfig(file)), filepath: file })
}

const [columns, width, height] = [10, 96, 120]
const slugs = Object.values(JSON.parse(readFileSync(join(content, 'sets.json'), 'utf8'))).flat()
const portraits = await Promise.all(
  slugs.map(async (slug, index) => ({
    input: await sharp(globSync(`${slug}/avatar.*`, { cwd: content }).map((file) => join(content, file))[0])
      .resize(width, height)
      .png()
      .toBuffer(),
    left: (index % columns) * width,
    top: Math.floor(index / columns) * height,
  }))
)
await sharp({
  create: {
    width: columns * width,
    height: Math.ceil(slugs.length / columns) * height,
    channels: 3,
    background: '#17131f',
  },
})
  .composite(portraits)
  .webp({ quality: 72, effort: 6 })
  .toFile(join(root, 'docs/screenshots/characters.webp'))

process.stdout.write(`${changed} files changed.\n`)
