import sharp from 'sharp'
import { compose, shapes } from './compose.ts'
import { Dice } from './craft/dice.ts'
import type { PaintingJob } from './job.ts'
import { luminous } from './styles/luminous.ts'
import { painting } from './styles/painting.ts'
import { poster } from './styles/poster.ts'

// One thread, nothing remembered.
sharp.concurrency(1)
sharp.cache(false)

/** The picture of a prompt, as WebP: always the same for the same job. */
export async function paintPicture({ prompt, model, aspect, longestSide }: PaintingJob): Promise<Buffer> {
  const [across, down] = shapes[aspect]
  // The same area in every shape.
  const unit = longestSide / Math.sqrt(1.5 * across * down)
  const size = { width: Math.round(across * unit), height: Math.round(down * unit) }
  const dice = new Dice(`${model} ${prompt}`)
  const plate = compose(prompt, aspect, dice, model === 'sdxl-lightning')
  switch (model) {
    case 'flux-schnell':
      return luminous(plate, size)
    case 'sdxl-lightning':
      return poster(plate, size)
    case 'stable-diffusion-3':
      return painting(plate, size, dice.branch('brush'))
  }
}
