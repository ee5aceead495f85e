import type { AudioType } from '#plugins/contract/voice'

/** More parts than two minutes of any browser have. It bounds the time for a hostile file. */
const partsMax = 100_000

/**
 * Returns how many seconds a recording lasts, as its container says. Null for other formats than those in which browsers record, and for
 * bytes that are no such container. Reads headers only, so the last packet may not count.
 */
export const recordingSeconds = (bytes: Buffer, type: AudioType): number | null => {
  try {
    const seconds = readers[type]?.(bytes) ?? NaN
    return seconds >= 0 ? seconds : null
  } catch (error) {
    // A header beyond the end.
    if (error instanceof RangeError) return null
    throw error
  }
}

const secondsOfWav = (bytes: Buffer): number => {
  let bytesPerSecond = 0
  let parts = 0
  for (let at = 12; at + 8 <= bytes.length && parts < partsMax; parts++) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const start = at + 8
    if (name === 'fmt ') bytesPerSecond = bytes.readUInt32LE(start + 8)
    // Streams declare no length, or the largest one.
    if (name === 'data') return Math.min(size || Infinity, bytes.length - start) / bytesPerSecond
    at = start + size + (size % 2)
  }
  return NaN
}

/** The last page tells the number of samples before its end. */
const secondsOfOgg = (bytes: Buffer): number => {
  const vorbis = bytes.indexOf('\x01vorbis', 0, 'latin1')
  // Opus always counts 48,000 samples a second.
  const rate = vorbis >= 0 && vorbis < 256 ? bytes.readUInt32LE(vorbis + 12) : 48_000
  const last = bytes.lastIndexOf('OggS\0', undefined, 'latin1')
  return last < 0 ? NaN : Number(bytes.readBigInt64LE(last + 6)) / rate
}

const webm = {
  segment: 0x18_53_80_67,
  info: 0x15_49_a9_66,
  cluster: 0x1f_43_b6_75,
  blockGroup: 0xa0,
  timestampScale: 0x2a_d7_b1,
  clusterTimestamp: 0xe7,
  block: 0xa1,
  simpleBlock: 0xa3,
}
const webmParents: readonly number[] = [webm.segment, webm.info, webm.cluster, webm.blockGroup]

/** The number of bytes of a number is that of its leading zero bits, and one. */
const lengthOfNumber = (bytes: Buffer, at: number): number => Math.clz32(bytes.readUInt8(at)) - 23

const sizeIn = (bytes: Buffer, at: number, end: number): number => {
  let size = bytes[at]! % 2 ** (8 - (end - at))
  for (let next = at + 1; next < end; next++) size = size * 256 + bytes.readUInt8(next)
  return size
}

/** Browsers write no duration, and parents of unknown size. So the elements are read one after the other, up to the last block. */
const secondsOfWebm = (bytes: Buffer): number => {
  let [scaleNs, clusterTime, end] = [1_000_000, 0, 0]
  let parts = 0
  for (let at = 0; at < bytes.length;) {
    if (++parts > partsMax) return NaN
    const sizeAt = at + lengthOfNumber(bytes, at)
    const start = sizeAt + lengthOfNumber(bytes, sizeAt)
    if (sizeAt - at > 4) return NaN
    const id = bytes.readUIntBE(at, sizeAt - at)
    const size = sizeIn(bytes, sizeAt, start)
    if (id === webm.timestampScale) scaleNs = bytes.readUIntBE(start, size)
    if (id === webm.clusterTimestamp) clusterTime = bytes.readUIntBE(start, size)
    // The number of a track, of one byte, is before the time of a block within its cluster.
    if (id === webm.simpleBlock || id === webm.block) end = Math.max(end, clusterTime + bytes.readInt16BE(start + 1))
    at = webmParents.includes(id) ? start : start + size
  }
  return (end * scaleNs) / 1e9
}

const mp4Parents: readonly string[] = ['moov', 'trak', 'mdia', 'mvex', 'moof', 'traf']

/** The length of the only track is in its header, or that of each fragment with the fragment. */
const secondsOfMp4 = (bytes: Buffer): number => {
  let [unitsPerSecond, usual, fragmentStart, end] = [NaN, 0, 0, 0]
  /** The units of a sample, for all fragments. */
  let usualOfAll = 0
  const readTime = (at: number, isLong: boolean) =>
    isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
  let parts = 0
  for (let at = 0; at < bytes.length;) {
    if (++parts > partsMax) return NaN
    const isLarge = bytes.readUInt32BE(at) === 1
    const size = isLarge ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at) || Infinity
    const name = bytes.toString('latin1', at + 4, at + 8)
    const start = at + (isLarge ? 16 : 8)
    if (size < 8) return NaN
    if (mp4Parents.includes(name)) {
      at = start
      continue
    }
    const isLong = bytes[start] === 1
    const flags = bytes.readUInt32BE(start) & 0xff_ff_ff
    if (name === 'mdhd') {
      unitsPerSecond = bytes.readUInt32BE(start + (isLong ? 20 : 12))
      end = readTime(start + (isLong ? 24 : 16), isLong)
    } else if (name === 'trex') usualOfAll = bytes.readUInt32BE(start + 12)
    else if (name === 'tfhd') {
      const durationAt = start + 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
      usual = flags & 8 ? bytes.readUInt32BE(durationAt) : usualOfAll
    } else if (name === 'tfdt') fragmentStart = readTime(start + 4, isLong)
    else if (name === 'trun') {
      const count = bytes.readUInt32BE(start + 4)
      const first = start + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
      const step = 4 * [0x100, 0x200, 0x400, 0x800].filter((field) => flags & field).length
      let units = count * usual
      if (flags & 0x100) {
        units = 0
        for (let n = 0; n < Math.min(count, size / 4); n++) units += bytes.readUInt32BE(first + n * step)
      }
      end = Math.max(end, fragmentStart + units)
    }
    at += size
  }
  return end / unitsPerSecond
}

const readers: Partial<Record<AudioType, (bytes: Buffer) => number>> = {
  'audio/wav': secondsOfWav,
  'audio/ogg': secondsOfOgg,
  'audio/webm': secondsOfWebm,
  'audio/mp4': secondsOfMp4,
}
