import sharp from 'sharp'
import type { PaintingJob } from './job.ts'
import { Dice } from './craft/dice.ts'

// One thread, nothing remembered.
sharp.concurrency(1)
sharp.cache(false)

const shapes = { '1:1': [1, 1], '2:3': [2, 3], '3:2': [3, 2] } as const

/** The picture of a prompt, as WebP: always the same for the same job. */
export async function paintPicture({ prompt, model, aspect, longestSide }: PaintingJob): Promise<Buffer> {
  const [across, down] = shapes[aspect]
  const [width, height] = [across, down].map((side) => Math.round((side * longestSide) / Math.max(across, down)))
  const dice = new Dice(`${model} ${prompt}`)
  const hue = dice.between(0, 360)
  let hills = ''
  for (let n = 0; n < 6; n++) {
    const y = 45 + n * 9
    const [a, b, c] = [0, 0, 0].map(() => y + dice.between(-10, 6))
    hills += `<path d="M0 ${a}C30 ${b} 60 ${c} 100 ${y}V100H0z" fill="hsl(${hue + n * 9} 45% ${62 - n * 10}%)"/>`
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none" width="${width}" height="${height}"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="hsl(${hue + 190} 50% 30%)"/><stop offset=".6" stop-color="hsl(${hue + 30} 80% 75%)"/></linearGradient></defs><path d="M0 0h100v100H0z" fill="url(#s)"/>${hills}</svg>`
  return sharp(Buffer.from(svg)).flatten().webp({ quality: 90, effort: 4 }).toBuffer()
}
