import sharp, { type Sharp } from 'sharp'
import type { ImageModel } from '../../contract/image.ts'

// One thread and no cache: replies need the processor more.
sharp.concurrency(1)
sharp.cache(false)

interface Pixels {
  width: number
  height: number
}

/** What each model does with the drawing: glow for FLUX Schnell, sixteen flat inks for SDXL Lightning, canvas for Stable Diffusion 3. */
const finishes: Record<ImageModel, (drawing: Buffer, pixels: Pixels) => Promise<Sharp>> = {
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
  'stable-diffusion-3': async (drawing, { width, height }) => {
    const canvas = await sharp({
      create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 11 } },
    })
      .png()
      .toBuffer()
    return sharp(
      await sharp(drawing).median(5).modulate({ brightness: 1.08, saturation: 0.9 }).png().toBuffer()
    ).composite([{ input: canvas, blend: 'soft-light' }])
  },
}

/** Rasterises an SVG as WebP. */
export async function finish(svg: string, model: ImageModel, pixels: Pixels): Promise<Buffer> {
  const drawing = await sharp(Buffer.from(svg), { density: 144 })
    .resize(pixels.width, pixels.height, { fit: 'fill' })
    .removeAlpha()
    .png()
    .toBuffer()
  const finished = await finishes[model](drawing, pixels)
  return finished.removeAlpha().webp({ quality: 88, effort: 2 }).toBuffer()
}
