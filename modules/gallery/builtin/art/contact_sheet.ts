/** Many drawn portraits on one sheet, to look at after a change: `contact_sheet.ts into.png [how many] [first] [width]`. */
import { argv } from 'node:process'
import sharp from 'sharp'
import { demoCharacter } from '../../src/demo/demo_character.ts'
import { diceOf } from '../../src/portraits/dice.ts'
import { drawPlace, drawPortrait } from '../../src/portraits/draw_portrait.ts'
import { readToken } from '../../src/portraits/token.ts'
import { withPortrait } from '../../src/portraits/with_portrait.ts'

const [into = 'contact_sheet.png', ...numbers] = argv.slice(2)
const [count = 48, first = 0, width = 216] = numbers.filter((text) => /^\d+$/.test(text)).map(Number)
const draw = numbers.includes('places') ? drawPlace : drawPortrait
const height = Math.round(numbers.includes('places') ? (width * 9) / 16 : (width * 5) / 4)
const gap = 4
const columns = Math.max(1, Math.floor(1760 / (width + gap)))

const cells = Array.from({ length: count }, async (_, index) => {
  const { draft } = demoCharacter(diceOf(String(first + index)))
  const { seed, traits } = readToken(withPortrait(draft).avatar!.slice('/pictures/drawn/'.length, -'.svg'.length))!
  return {
    input: await sharp(Buffer.from(draw(seed, traits)))
      .resize(width, height)
      .png()
      .toBuffer(),
    left: (index % columns) * (width + gap),
    top: Math.floor(index / columns) * (height + gap),
  }
})
await sharp({
  create: {
    width: columns * (width + gap),
    height: Math.ceil(count / columns) * (height + gap),
    channels: 3,
    background: '#0d0a12',
  },
})
  .composite(await Promise.all(cells))
  .png()
  .toFile(into)
