import { drawMark } from '../marks/draw_mark.ts'
import { readMarkToken } from '../marks/mark_address.ts'
import { readBuiltInPicture } from './pictures.ts'

/** Returns a built-in picture as WebP, or a facet mark as SVG. Null for any other address. */
export const readGalleryPicture = async (address: string): Promise<Buffer | null> => {
  const [, token] = /^\/pictures\/mark\/([^/]+)\.svg$/.exec(address) ?? []
  if (token === undefined) return (await readBuiltInPicture(address))?.webp ?? null
  const mark = readMarkToken(token)
  return mark && Buffer.from(drawMark(mark))
}
