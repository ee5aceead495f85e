import sharp from 'sharp'
import { base64Of, uint32, type Content } from './bytes.ts'
import { makeExif } from './make_exif.ts'

const pixels = () => sharp({ create: { width: 8, height: 6, channels: 3, background: '#a05060' } })

export interface PictureOptions {
  /** Exif data, from `makeExif`. */
  exif?: Uint8Array
  /** Bytes after the end. */
  tail?: Uint8Array
}

/** Returns a JPEG that decoders accept. */
export const makeJpeg = async ({ exif, tail }: PictureOptions = {}): Promise<Buffer> => {
  const jpeg = await pixels().jpeg().toBuffer()
  const segment = exif ? Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]) : null
  const length = Buffer.alloc(2)
  if (segment) length.writeUInt16BE(segment.length + 2)
  return Buffer.concat([
    jpeg.subarray(0, 2),
    ...(segment ? [Buffer.from([0xff, 0xe1]), length, segment] : []),
    jpeg.subarray(2),
    ...(tail ? [tail] : []),
  ])
}

/** Returns a WebP that decoders accept. */
export const makeWebp = async ({ exif, tail }: PictureOptions = {}): Promise<Buffer> => {
  const webp = await pixels().webp({ lossless: true }).toBuffer()
  const padding = Buffer.alloc(exif ? exif.length % 2 : 0)
  const chunks = exif ? [Buffer.from('EXIF', 'latin1'), uint32(exif.length), exif, padding] : []
  const made = Buffer.concat([webp, ...chunks])
  made.writeUInt32LE(made.length - 8, 4)
  return Buffer.concat([made, ...(tail ? [tail] : [])])
}

/** Returns a JPEG with a card in its Exif comment. */
export const makeJpegCard = (card: Content): Promise<Buffer> => makeJpeg({ exif: makeExif(base64Of(card)) })

/** Returns a WebP with a card as old TavernAI wrote it: JSON, base64 or numbers separated by commas. */
export const makeWebpCard = (card: string, as: 'json' | 'base64' | 'numbers' = 'json'): Promise<Buffer> => {
  const comment = as === 'json' ? card : as === 'base64' ? base64Of(card) : [...Buffer.from(card)].join(',')
  return makeWebp({ exif: makeExif(comment, { order: 'II' }) })
}
