/** SVG pictures as PNG, because services that preview links don't show SVG. One at a time. */
const waitingMax = 8
let waiting = 0
let queue: Promise<unknown> = Promise.resolve()

/** Null while too many others wait. */
export const rasterize = async (svg: string): Promise<Buffer | null> => {
  if (waiting >= waitingMax) return null
  waiting += 1
  const png = queue.then(() => draw(svg)).finally(() => void (waiting -= 1))
  queue = png.catch(() => {})
  return png
}

const draw = async (svg: string): Promise<Buffer> => {
  // Most servers never need it.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png().toBuffer()
}
