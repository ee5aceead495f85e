import sharp from 'sharp'
import { css, lit, vivid } from '../craft/colour.ts'
import type { Dice } from '../craft/dice.ts'
import { n } from '../craft/lines.ts'
import type { Plate } from '../craft/plate.ts'
import { asWebp, rasterised, rawOf, type Size } from './finish.ts'
import { Study } from './study.ts'

/** Brushes from the widest to the finest: half their width, and how much must be going on around for them to be taken up. */
const brushes = [
  { wide: 36, busy: 0 },
  { wide: 18, busy: 0.014 },
  { wide: 9.5, busy: 0.04 },
  { wide: 5.2, busy: 0.085 },
  { wide: 3.4, busy: 0.25 },
] as const

/** Painted over in strokes: wide ones where it is calm, ever finer ones where something is to be seen, along its edges. */
export async function painting(plate: Plate, size: Size, dice: Dice): Promise<Buffer> {
  const study = await Study.of(plate, size)
  const pixel = Math.min(plate.width, plate.height) / Math.min(size.width, size.height)
  const [strokes, relief]: string[][] = [[], []]
  for (const { wide, busy } of brushes) {
    // What is finer than a pixel is not seen.
    if (wide < pixel * 0.7) continue
    const step = wide * 1.2
    for (let y = -step / 2; y < plate.height + step; y += step) {
      for (let x = -step / 2; x < plate.width + step; x += step) {
        const [px, py] = [x + dice.about(0, step * 0.7), y + dice.about(0, step * 0.7)]
        if (study.busyness(px, py, wide * 1.9) < busy) continue
        const d = stroke(study, px, py, wide)
        const tone = vivid(lit(study.colour(px, py), dice.about(0, 0.034)), dice.between(0.96, 1.26))
        const width = n(wide * dice.between(1.65, 2.2))
        strokes!.push(`<path d="${d}" stroke="${css(tone)}" stroke-width="${width}"/>`)
        if (wide < 5) continue
        const grey = Math.round(dice.between(70, 186))
        relief!.push(`<path d="${d}" stroke="rgb(${grey},${grey},${grey})" stroke-width="${width}"/>`)
      }
    }
  }
  const paint = await rasterised(canvas(plate, size, strokes!, css(study.colour(plate.width / 2, plate.height / 2))))
  const half = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) }
  // The light rakes over the thickness of the paint.
  const thickness = await sharp(await rasterised(canvas(plate, half, relief!, '#808080')), rawOf(half))
    .convolve({ width: 3, height: 3, kernel: [-1, -1, 0, -1, 0, 1, 0, 1, 1], scale: 7, offset: 128 })
    .resize(size.width, size.height, { kernel: 'cubic' })
    .raw()
    .toBuffer()
  return asWebp(sharp(paint, rawOf(size)).composite([{ input: thickness, ...rawOf(size), blend: 'soft-light' }]))
}

const canvas = (plate: Plate, { width, height }: Size, marks: readonly string[], ground: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(plate.width)} ${n(plate.height)}" preserveAspectRatio="none" width="${width}" height="${height}">` +
  `<rect width="100%" height="100%" fill="${ground}"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${marks.join('')}</g></svg>`

/** Follows the edges for a few steps, as long as the colour stays. */
function stroke(study: Study, x: number, y: number, wide: number): string {
  const first = study.colour(x, y)
  let d = `M${n(x)} ${n(y)}`
  let [turnX, turnY] = study.along(x, y)
  let [px, py] = [x, y]
  for (let step = 0; step < 5; step++) {
    let [dx, dy] = study.along(px, py)
    if (dx * turnX + dy * turnY < 0) [dx, dy] = [-dx, -dy]
    ;[turnX, turnY] = [dx * 0.6 + turnX * 0.4, dy * 0.6 + turnY * 0.4]
    ;[px, py] = [px + turnX * wide * 1.1, py + turnY * wide * 1.1]
    const here = study.colour(px, py)
    if (Math.abs(here[0] - first[0]) + Math.hypot(here[1] - first[1], here[2] - first[2]) > 0.07) break
    d += `L${n(px)} ${n(py)}`
  }
  return d.includes('L') ? d : `${d}l${n(turnX * wide * 0.5)} ${n(turnY * wide * 0.5)}`
}
