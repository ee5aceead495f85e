const extension = 0x21
const frame = 0x2c
const trailer = 0x3b
const graphicControl = 0xf9
const application = 0xff

export interface GifBlock {
  bytes: Buffer
  /** False for a comment, a text and the data of an application. */
  isPicture: boolean
}

/** Yields the header, the blocks and the trailer of a GIF (GIF89a). Yields null, and ends, where it is malformed. */
export function* gifBlocks(file: Buffer): Generator<GifBlock | null> {
  let at = 13 + tableLength(file[10] ?? 0)
  if (at > file.length) return yield null
  yield { bytes: file.subarray(0, at), isPicture: true }
  while (at < file.length) {
    const start = at
    const kind = file[at]!
    if (kind === trailer) return yield { bytes: file.subarray(at, at + 1), isPicture: true }
    if (kind === extension) at += 2
    // The descriptor, its table of colours, and the size of the codes.
    else if (kind === frame) at += 11 + tableLength(file[at + 9] ?? 0)
    else break
    // Each part begins with its length. An empty one ends the block.
    while (at < file.length && file[at] !== 0) at += file[at]! + 1
    const bytes = file.subarray(start, ++at)
    if (at > file.length) break
    const label = file[start + 1]
    const repeats = label === application && bytes.toString('latin1', 3, 14) === 'NETSCAPE2.0'
    yield { bytes, isPicture: kind === frame || label === graphicControl || repeats }
  }
  yield null
}

/** The length of a table of colours, by the flags before it. */
const tableLength = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
