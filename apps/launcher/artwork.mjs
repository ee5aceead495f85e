import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { drawArtwork } from '../../plugins/image-local/src/engine/artwork.ts'

// Draws the pictures of the built-in characters that have a drawing.json. Run by hand after a change of the drawing engine.
const root = join(import.meta.dirname, '../..')
let changed = 0
for (const file of globSync('modules/gallery/content/*/drawing.json', { cwd: root })) {
  for (const [name, svg] of Object.entries(drawArtwork(JSON.parse(readFileSync(join(root, file), 'utf8'))))) {
    const picture = join(root, dirname(file), name)
    if (readFileSync(picture, 'utf8') === svg) continue
    writeFileSync(picture, svg)
    changed++
  }
}
process.stdout.write(`${changed} pictures changed.\n`)
