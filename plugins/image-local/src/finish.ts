import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { ImageModel } from '../../contract/image.ts'
import { diceOf } from './dice.ts'
import type { Size } from './place.ts'

// Uses one thread and no cache, to leave the processor and memory to replies.
sharp.concurrency(1)
sharp.cache(false)

/** The finish of each model: a glow for FLUX Schnell, 16 flat colors for SDXL Lightning, canvas for Stable Diffusion 3. */
const finishes: Record<ImageModel, (drawing: Buffer, pixels: Size) => Promise<Sharp>> = {
  'flux-schnell': async (drawing, { width, height }) => {
    const light = await sharp(drawing)
      .resize(Math.ceil(width / 4))
      .linear(1.5, -230)
      .blur(Math.max(1, width / 100))
      .resize(width, height, { fit: 'fill' })
      .png()
      .toBuffer()
    return sharp(drawing).composite([{ input: light, blend: 'screen' }])
  },
  'sdxl-lightning': async (drawing) =>
    sharp(await sharp(drawing).modulate({ saturation: 1.25 }).median(3).png({ colours: 16, dither: 0 }).toBuffer()),
  'stable-diffusion-3': async (drawing, pixels) => {
    const soft = await sharp(drawing).median(5).modulate({ brightness: 1.08, saturation: 0.9 }).png().toBuffer()
    return sharp(soft).composite([grainOf(pixels)])
  },
}

/** Creates the grain of a canvas, as a tile of grays around middle gray. */
const grainOf = ({ width, height }: Size): OverlayOptions => {
  const side = Math.min(192, width, height)
  const dice = diceOf('canvas')
  const input = Buffer.alloc(side * side * 3)
  for (let at = 0; at < input.length; at += 3) input.fill(Math.round(128 + dice.between(-1, 1) * 30), at, at + 3)
  return { input, raw: { width: side, height: side, channels: 3 }, tile: true, blend: 'soft-light' }
}

/** Rasterizes an SVG, applies the model's finish, and encodes a WebP. */
export async function finish(svg: string, model: ImageModel, pixels: Size): Promise<Buffer> {
  const drawing = await sharp(Buffer.from(svg), { density: 144 })
    .resize(pixels.width, pixels.height, { fit: 'fill' })
    .removeAlpha()
    .png()
    .toBuffer()
  const finished = await finishes[model](drawing, pixels)
  return finished.removeAlpha().webp({ quality: 88, effort: 2 }).toBuffer()
}
