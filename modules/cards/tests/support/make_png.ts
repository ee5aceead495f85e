import { crc32, deflateSync } from 'node:zlib'
import { base64Of, bytesOf, type Content } from './bytes.ts'

export interface PngOptions {
  /** The card's JSON, which is written as base64 into a tEXt chunk. */
  chara?: Content
  ccv3?: Content
  /** Chunks before and after the picture's data. The cards follow after both. */
  before?: readonly Uint8Array[]
  after?: readonly Uint8Array[]
  /** Bytes after the end. */
  tail?: Uint8Array
  /** Adds the chunks of an animation with one frame. */
  isAnimated?: boolean
  hasEnd?: boolean
  size?: { width: number; height: number }
}

/** Returns a PNG with gray pixels that decoders accept. */
export const makePng = ({
  chara,
  ccv3,
  before = [],
  after = [],
  tail,
  isAnimated,
  hasEnd = true,
  size,
}: PngOptions = {}): Buffer => {
  const { width, height } = size ?? { width: 4, height: 3 }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Grayscale with eight bits.
  header.set([8, 0, 0, 0, 0], 8)
  // Each row begins with the number of its filter, 0 for none.
  const row = Buffer.alloc(width + 1, 0x60).fill(0, 0, 1)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...(isAnimated ? [pngChunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]))] : []),
    ...before,
    pngChunk('IDAT', pixels),
    ...after,
    ...(chara === undefined ? [] : [textChunk('chara', base64Of(chara))]),
    ...(ccv3 === undefined ? [] : [textChunk('ccv3', base64Of(ccv3))]),
    ...(hasEnd ? [pngChunk('IEND', Buffer.alloc(0))] : []),
    ...(tail ? [tail] : []),
  ])
}

export interface ChunkTraps {
  hasWrongChecksum?: boolean
  /** The length that the chunk declares. */
  claimedLength?: number
}

export const pngChunk = (
  type: string,
  data: Uint8Array,
  { hasWrongChecksum, claimedLength }: ChunkTraps = {}
): Buffer => {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(claimedLength ?? data.length, 0)
  const checksum = crc32(chunk.subarray(4, 8 + data.length))
  chunk.writeUInt32BE(hasWrongChecksum ? (checksum ^ 1) >>> 0 : checksum, 8 + data.length)
  return chunk
}

/** Returns a tEXt chunk with the unchanged value. */
export const textChunk = (keyword: string, value: Content, traps?: ChunkTraps): Buffer =>
  pngChunk('tEXt', Buffer.concat([Buffer.from(`${keyword}\0`, 'latin1'), bytesOf(value)]), traps)

/** Returns a zTXt chunk, which has a compressed value. */
export const compressedTextChunk = (keyword: string, value: Content): Buffer =>
  pngChunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`, 'latin1'), deflateSync(bytesOf(value))]))

/** Returns an iTXt chunk, compressed or not. */
export const internationalTextChunk = (keyword: string, value: Content, isCompressed = false): Buffer =>
  pngChunk(
    'iTXt',
    Buffer.concat([
      Buffer.from(`${keyword}\0${isCompressed ? '\x01' : '\0'}\0en\0${keyword}\0`, 'latin1'),
      isCompressed ? deflateSync(bytesOf(value)) : bytesOf(value),
    ])
  )
