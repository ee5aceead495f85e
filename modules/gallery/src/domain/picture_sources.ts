import { pictureWidths } from './picture_widths.ts'

/**
 * The `src` of a picture, and for one of ours a `srcset` of its widths, so that the browser fetches no more than it shows.
 * An address of somebody else stays as it is, and so does a drawing, which is sharp at every width.
 */
export function pictureSources(address: string, sizes: string): { src: string; srcSet?: string; sizes?: string } {
  if (!address.startsWith('/pictures/') || address.endsWith('.svg')) return { src: address }
  const at = (width: number) => `${address}${address.includes('?') ? '&' : '?'}w=${width}`
  return { src: at(768), srcSet: pictureWidths.map((width) => `${at(width)} ${width}w`).join(', '), sizes }
}
