import { crc32 } from 'node:zlib'
import { pngSignature } from './png_chunks.ts'

/** A card's JSON in UTF-8. `chara` is V2, `ccv3` is V3. */
interface PngCards {
  chara: Uint8Array
  ccv3: Uint8Array
}

/** An asset in a chunk of its own, as RisuAI writes it. The card refers to it as `__asset:` and its key. */
export interface PngAsset {
  key: string
  bytes: Uint8Array
}

const pixelsMax = 40_000_000
/** Chunks of the picture and its animation (PNG specification, section 11). Text, Exif, times and other chunks are left out. */
const pictureChunks = new Set(
  ['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'cHRM', 'sBIT', 'iCCP', 'IDAT', 'acTL', 'fcTL', 'fdAT'] //
)

/**
 * Re-encodes a picture as a PNG without metadata: only the first frame, upright, in sRGB. The same input results in the same bytes.
 *
 * Throws for a picture that can't be decoded or has more than 40 megapixels. Decodes in this process, so pass only pictures that the server
 * has encoded itself.
 */
export const encodePng = async (picture: Uint8Array): Promise<Buffer> => {
  // Loaded for the first export, because servers that write no cards don't need the library in memory.
  const { default: sharp } = await import('sharp')
  return sharp(picture, { limitInputPixels: pixelsMax, failOn: 'error' })
    .autoOrient()
    .toColourspace('srgb')
    .png({ compressionLevel: 6, adaptiveFiltering: false, palette: false })
    .toBuffer()
}

/** Returns a PNG without its text, Exif and other metadata. Its picture keeps its bytes. */
export const pngWithoutMetadata = (png: Uint8Array): Buffer =>
  Buffer.concat([...partsOfPicture(png), pngChunk('IEND', new Uint8Array())])

/** Returns the signature and the chunks of the picture. They needn't be valid. */
const partsOfPicture = (png: Uint8Array): Uint8Array[] => {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const parts: Uint8Array[] = [pngSignature]
  for (let at = pngSignature.length; at + 12 <= png.length;) {
    const end = at + 12 + view.getUint32(at)
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8))
    if (type === 'IEND' || end > png.length) break
    if (pictureChunks.has(type)) parts.push(png.subarray(at, end))
    at = end
  }
  return parts
}

/** Inserts both versions of a card and its assets before the end of a PNG, as SillyTavern and RisuAI do. Leaves out other metadata. */
export const insertCards = (png: Uint8Array, { chara, ccv3 }: PngCards, assets: readonly PngAsset[] = []): Uint8Array =>
  Buffer.concat([
    ...partsOfPicture(png),
    ...assets.map(({ key, bytes }) => textChunk(`chara-ext-asset_:${key}`, Buffer.from(bytes).toString('base64'))),
    textChunk('chara', Buffer.from(chara).toString('base64')),
    textChunk('ccv3', Buffer.from(ccv3).toString('base64')),
    pngChunk('IEND', new Uint8Array()),
  ])

const textChunk = (keyword: string, text: string) => pngChunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'))

const pngChunk = (type: string, data: Uint8Array): Uint8Array => {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}
