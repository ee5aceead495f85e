/** Maximum pictures in the queue. They are converted one at a time. */
const waitingMax = 8
let waiting = 0
let queue: Promise<unknown> = Promise.resolve()

/** Converts an SVG picture to PNG, because link previews don't show SVG. Returns null while too many others wait. */
export const rasterize = async (svg: string): Promise<Buffer | null> => {
  if (waiting >= waitingMax) return null
  waiting += 1
  const png = queue.then(() => draw(svg)).finally(() => void (waiting -= 1))
  queue = png.catch(() => {})
  return png
}

const draw = async (svg: string): Promise<Buffer> => {
  // Loaded on first use, because most servers never need it.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png().toBuffer()
}
