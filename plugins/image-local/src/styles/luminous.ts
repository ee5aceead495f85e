import sharp from 'sharp'
import type { Plate } from '../craft/plate.ts'
import { asWebp, bloomLayer, grainLayer, rasterised, rawOf, type Size } from './finish.ts'

/** Layers of light: gradients as they are, a bloom around what shines, and a little grain. */
export async function luminous(plate: Plate, size: Size): Promise<Buffer> {
  const picture = await rasterised(plate.toSvg(size.width, size.height))
  return asWebp(sharp(picture, rawOf(size)).composite([await bloomLayer(picture, size, 0.62), grainLayer(26, size)]))
}
