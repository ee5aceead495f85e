import sharp from 'sharp'
import { css } from '../craft/colour.ts'
import type { Plate } from '../craft/plate.ts'
import { asWebp, grainLayer, rasterised, rawOf, type Size } from './finish.ts'

/** As printed with few inks on paper: flat shapes within a margin, and the paper seen through. */
export async function poster(plate: Plate, size: Size): Promise<Buffer> {
  const margin = Math.round(Math.min(size.width, size.height) * 0.045)
  const inner = { width: size.width - margin * 2, height: size.height - margin * 2 }
  const svg = plate.toSvg(inner.width, inner.height)
  const input = await sharp(await rasterised(svg), rawOf(inner))
    .modulate({ saturation: 1.18 })
    .raw()
    .toBuffer()
  const paper = sharp({ create: { ...size, channels: 3, background: css([0.955, 0.004, 0.022]) } })
  return asWebp(paper.composite([{ input, ...rawOf(inner), left: margin, top: margin }, grainLayer(52, size)]))
}
