import { readFile } from 'node:fs/promises'
import { drawMark } from '../marks/draw_mark.ts'
import { readMarkToken } from '../marks/mark_address.ts'
import { drawnFile } from './content.ts'
import { pictureByFile } from './pictures.ts'

/** Returns a built-in picture as WebP or SVG, or a facet mark as SVG. Null for any other address. */
export const readGalleryPicture = async (address: string): Promise<Buffer | null> => {
  const [, folder, file = ''] = /^\/pictures\/(builtin|drawn|mark)\/([^/]+)$/.exec(address) ?? []
  if (folder === 'builtin') return (await pictureByFile(file))?.webp ?? null
  if (folder === 'drawn') {
    const drawn = drawnFile(file)
    return drawn && readFile(drawn)
  }
  const mark = folder === 'mark' && file.endsWith('.svg') ? readMarkToken(file.slice(0, -'.svg'.length)) : null
  return mark && Buffer.from(drawMark(mark))
}
