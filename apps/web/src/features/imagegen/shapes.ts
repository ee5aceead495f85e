import type { ImageAspect } from '#modules/imagegen/api'

/**
 * Classes for each aspect ratio. Pictures in a row are equally high and fill it: flex-basis and flex-grow are proportional
 * to their widths. The maximum width keeps the last row as high as two squares in a row.
 */
export const shapeClasses: Record<ImageAspect, { box: string; item: string }> = {
  '1:1': { box: 'aspect-square', item: 'grow-6 basis-60 max-w-88 sm:max-w-[min(22rem,50%-0.625rem)]' },
  '2:3': { box: 'aspect-2/3', item: 'grow-4 basis-40 max-w-59 sm:max-w-[min(14.75rem,(50%-0.625rem)*2/3)]' },
  '3:2': { box: 'aspect-3/2', item: 'grow-9 basis-90 max-w-132 sm:max-w-[min(33rem,(50%-0.625rem)*3/2)]' },
}

export const shapeNames: Record<ImageAspect, string> = {
  '1:1': 'Square',
  '2:3': 'Portrait',
  '3:2': 'Landscape',
}
