import type { ImageAspect, ImageRequest } from '../../contract/image.ts'
import { diceOf } from './dice.ts'
import { drawPlace, type Size } from './place.ts'
import { drawFigure } from './portrait.ts'
import { readPrompt } from './read_prompt.ts'

const sizes: Record<ImageAspect, Size> = {
  '1:1': { width: 600, height: 600 },
  '2:3': { width: 480, height: 720 },
  '3:2': { width: 750, height: 500 },
}

/** Draws a prompt as SVG, which contains no words of the prompt. A generator seeded by model and prompt chooses all other details. */
export function compose({ prompt, model, aspect }: ImageRequest) {
  const { isPortrait, looks, notDrawn } = readPrompt(prompt)
  const dice = diceOf(`${model} ${prompt}`)
  const size = sizes[aspect]
  const { svg: place, colours } = drawPlace(looks, dice, size, isPortrait)
  const figure = isPortrait ? drawFigure(looks, dice, size, colours) : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}">${place}${figure}</svg>`
  return { svg, size, notDrawn }
}
