import type { ImageAspect } from '#modules/imagegen/api'

/** How each shape is called and shown. In a row all pictures are as high as each other, and as wide as their shape asks for. */
export const shapeClasses: Record<ImageAspect, { box: string; item: string }> = {
  '1:1': { box: 'aspect-square', item: 'w-full sm:w-72' },
  '2:3': { box: 'aspect-2/3', item: 'w-full sm:w-48' },
  '3:2': { box: 'aspect-3/2', item: 'w-full sm:w-108' },
}

export const shapeNames: Record<ImageAspect, string> = {
  '1:1': 'Square',
  '2:3': 'Portrait',
  '3:2': 'Landscape',
}
