/**
 * Available widths in pixels of pictures under `/pictures/`, selected by `?w=`. The default is the last width. Other values return 404.
 * Pictures are never enlarged or cropped.
 */
export const pictureWidths = [96, 192, 384, 768, 1536] as const

/**
 * Returns the `src` of a picture, and a `srcset` with the available widths for pictures of this server. External addresses and facet
 * marks, which are SVG, stay unchanged.
 */
export function pictureSources(address: string, sizes: string): { src: string; srcSet?: string; sizes?: string } {
  if (!address.startsWith('/pictures/') || address.startsWith('/pictures/mark/')) return { src: address }
  const at = (width: number) => `${address}${address.includes('?') ? '&' : '?'}w=${width}`
  return { src: at(768), srcSet: pictureWidths.map((width) => `${at(width)} ${width}w`).join(', '), sizes }
}
