/** Maximum pictures in the queue. They are converted one at a time. */
const waitingMax = 8
let waiting = 0
let queue: Promise<unknown> = Promise.resolve()

/** Converts an SVG or WebP picture to PNG, because not all link previews show them. Returns null while too many others wait. */
export const rasterize = async (picture: string | Buffer): Promise<Buffer | null> => {
  if (waiting >= waitingMax) return null
  waiting += 1
  const png = queue.then(() => draw(picture)).finally(() => void (waiting -= 1))
  queue = png.catch(() => {})
  return png
}

const draw = async (picture: string | Buffer): Promise<Buffer> => {
  // Loaded on first use, because most servers never need it.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(picture)).png().toBuffer()
}
