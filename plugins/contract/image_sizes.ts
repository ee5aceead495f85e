import type { ImageAspect, NumberOption } from './image.ts'

/** The operator's bounds of the work for one picture. */
export interface ImageBounds {
  /** Pixels of a side. */
  sideMax: number
  stepsMax: number
}

export const defaultImageBounds: ImageBounds = { sideMax: 1_536, stepsMax: 60 }
const defaultSize = 1_024
const defaultSteps = 25

/** Sides are multiples of this, which every diffusion model accepts. */
const sideStep = 64

/** The option for the longer side of a picture. */
export const sizeOption = ({ sideMax }: ImageBounds): NumberOption & { default: number } => ({
  id: 'size',
  kind: 'number',
  min: 256,
  max: sideMax,
  step: sideStep,
  default: Math.min(defaultSize, sideMax),
})

export const stepsOption = ({ stepsMax }: ImageBounds): NumberOption & { default: number } => ({
  id: 'steps',
  kind: 'number',
  min: 1,
  max: stepsMax,
  step: 1,
  default: Math.min(defaultSteps, stepsMax),
})

/** Returns a shape's sides in pixels, for the longer side. */
export function sidesOf(aspect: ImageAspect, size: number): { width: number; height: number } {
  const longer = Math.max(sideStep, size - (size % sideStep))
  const shorter = Math.max(sideStep, Math.round((longer * 2) / 3 / sideStep) * sideStep)
  if (aspect === '1:1') return { width: longer, height: longer }
  return aspect === '2:3' ? { width: shorter, height: longer } : { width: longer, height: shorter }
}
