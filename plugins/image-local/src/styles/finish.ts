import sharp, { type OverlayOptions, type Raw, type Sharp } from 'sharp'
import { Dice } from '../craft/dice.ts'

export interface Size {
  width: number
  height: number
}

/** Three bytes a pixel. */
export const rawOf = ({ width, height }: Size): { raw: Raw } => ({ raw: { width, height, channels: 3 } })

export const rasterised = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { unlimited: true }).flatten().toColourspace('srgb').raw().toBuffer()

const tileSideMax = 192

/** Grain of a film or of paper, in a tile: `strength` up and down from the middle grey. */
export function grainLayer(strength: number, { width, height }: Size): OverlayOptions {
  const tileSide = Math.min(tileSideMax, width, height)
  const dice = new Dice(`grain ${strength}`)
  const input = Buffer.alloc(tileSide * tileSide * 3)
  for (let i = 0; i < input.length; i += 3)
    input.fill(Math.round(128 + (dice.next() + dice.next() + dice.next() - 1.5) * strength), i, i + 3)
  return { input, ...rawOf({ width: tileSide, height: tileSide }), tile: true, blend: 'soft-light' }
}

/** What shines, spilling over its edges. */
export async function bloomLayer(picture: Buffer, size: Size, strength: number): Promise<OverlayOptions> {
  const [width, height] = [Math.max(1, Math.round(size.width / 4)), Math.max(1, Math.round(size.height / 4))]
  const small = await sharp(picture, rawOf(size))
    .resize(width, height, { kernel: 'linear' })
    // Only what is bright is left of it.
    .linear(1.8 * strength, -205 * strength)
    .blur(Math.max(0.6, width / 42))
    .raw()
    .toBuffer()
  const input = await sharp(small, rawOf({ width, height }))
    .resize(size.width, size.height, { kernel: 'cubic' })
    .raw()
    .toBuffer()
  return { input, ...rawOf(size), blend: 'screen' }
}

export const asWebp = (picture: Sharp): Promise<Buffer> =>
  picture.removeAlpha().webp({ quality: 88, effort: 2 }).toBuffer()
