import sharp, { type OverlayOptions } from 'sharp'
import type { Canvas } from './flat/canvas.ts'
import { render, type Scene } from './solid/render.ts'

/** A picture in layers: what lies far behind, what is solid and lit, and what floats before it. */
export interface Picture {
  width: number
  height: number
  /** Painted flat, in the picture's own units. */
  backdrop: Canvas
  /** How much the backdrop is out of focus, in the picture's own units. */
  blur?: number
  scene?: Omit<Scene, 'width' | 'height'>
  veil?: Canvas
  /** How much bright light spills over its surroundings, 0 to 1. */
  bloom?: number
}

/** Fine grain that breaks up smooth tones, the same each time. */
const grainSize = 256
const grain = (strength: number) => {
  const data = new Uint8Array(grainSize * grainSize * 4)
  let seed = 9
  for (let i = 0; i < data.length; i += 4) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0
    const v = (seed >>> 16) & 255
    data[i] = data[i + 1] = data[i + 2] = v
    data[i + 3] = strength * 255
  }
  return data
}

/** Solid things are drawn this much larger and scaled down, which smooths their edges. */
const finer = 1.5

const solids = async (scene: NonNullable<Picture['scene']>, width: number, height: number) => {
  const size = { width: Math.round(width * finer), height: Math.round(height * finer) }
  const { data } = render({ ...scene, ...size })
  const input = await sharp(Buffer.from(data.buffer), { raw: { ...size, channels: 4 } })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return { input, raw: { width, height, channels: 4 as const } }
}

/** The whole picture at a width in pixels, as raw red, green and blue. */
export const paint = async (picture: Picture, width: number) => {
  const height = Math.round((width * picture.height) / picture.width)
  const size = { width, height }
  const flat = (canvas: Canvas) =>
    sharp(Buffer.from(canvas.toSvg(width)))
      .resize({ ...size, fit: 'fill' })
      .ensureAlpha()
      .raw()
      .toBuffer()
  const raw = { ...size, channels: 4 as const }
  const layers: OverlayOptions[] = []
  const far = flat(picture.backdrop)
  const near = picture.veil && flat(picture.veil)
  if (picture.scene) layers.push(await solids(picture.scene, width, height))
  const scale = width / picture.width
  const behind = picture.blur
    ? await sharp(await far, { raw })
        .blur(picture.blur * scale)
        .raw()
        .toBuffer()
    : await far
  const solid = await sharp(behind, { raw }).composite(layers).raw().toBuffer()
  const over: OverlayOptions[] = []
  if (picture.bloom) {
    const spill = await sharp(solid, { raw })
      .removeAlpha()
      .resize(Math.round(width / 8))
      .linear(2.4, -350)
      .blur(6)
      .linear(picture.bloom, 0)
      .resize({ ...size, fit: 'fill' })
      .png({ compressionLevel: 0 })
      .toBuffer()
    over.push({ input: spill, blend: 'screen' })
  }
  if (near) over.push({ input: await near, raw })
  over.push({
    input: Buffer.from(grain(0.055).buffer),
    raw: { width: grainSize, height: grainSize, channels: 4 },
    tile: true,
    blend: 'soft-light',
  })
  return sharp(solid, { raw })
    .composite(over)
    .removeAlpha()
    .linear(1.13, -13)
    .modulate({ saturation: 1.08 })
    .raw()
    .toBuffer({ resolveWithObject: true })
}
