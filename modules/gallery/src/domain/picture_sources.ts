import { pictureWidths } from './picture_widths.ts'

/**
 * Returns the `src` of a picture, and a `srcset` with the available widths for pictures of this server. External addresses and facet
 * marks, which are SVG, stay unchanged.
 */
export function pictureSources(address: string, sizes: string): { src: string; srcSet?: string; sizes?: string } {
  if (!address.startsWith('/pictures/') || address.startsWith('/pictures/mark/')) return { src: address }
  const at = (width: number) => `${address}${address.includes('?') ? '&' : '?'}w=${width}`
  return { src: at(768), srcSet: pictureWidths.map((width) => `${at(width)} ${width}w`).join(', '), sizes }
}
