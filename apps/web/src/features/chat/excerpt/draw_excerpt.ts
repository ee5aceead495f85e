import type { PictureFocus } from '#modules/gallery/api'
import { logoFacets } from '#web/components/ui/logo_paths'
import type { ExcerptLine } from './excerpt_lines.ts'
import { shortenText } from './shorten_text.ts'
import { wrapText, type Line } from './wrap_text.ts'

export const excerptShapes = {
  portrait: { width: 1080, height: 1350 },
  wide: { width: 1200, height: 630 },
} as const
export type ExcerptShape = keyof typeof excerptShapes

interface Excerpt {
  lines: readonly ExcerptLine[]
  name: string
  productName: string
  portrait: HTMLImageElement | null
  /** The focus of the portrait. Null means the upper middle, where portraits show the face. */
  portraitFocus: PictureFocus | null
}

const ground = '#140d18'
const inks = { speech: '#f5f1f6', action: '#c3bacb', speaker: '#ff8fa9' }
const serif = `'Fraunces Book', Georgia, serif`
const sans = `'Hanken Grotesk Variable', system-ui, sans-serif`
const textFont = (size: number, isAction: boolean) => `${isAction ? 'italic ' : ''}400 ${size}px ${serif}`

interface Block {
  /** The font size in pixels. Lines are 1.34 times as high. */
  size: number
  paragraphs: { speaker: string | null; lines: Line[] }[]
  height: number
}

/** Draws the picture once its fonts have loaded. A later call may overtake it, so abort `signal` before the next call. */
export async function drawExcerpt(
  canvas: HTMLCanvasElement,
  shape: ExcerptShape,
  excerpt: Excerpt,
  signal: AbortSignal
): Promise<void> {
  await loadFonts(excerpt)
  if (signal.aborted) return
  const { width, height } = excerptShapes[shape]
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas')
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  if (shape === 'portrait') drawPortraitShape(context, excerpt)
  else drawWideShape(context, excerpt)
}

const loadFonts = ({ lines, name, productName }: Excerpt) => {
  const shown = lines.flatMap(({ speaker, text }) => [speaker, ...text.flat().map((run) => run.text)])
  const text = shown.join('') + name + productName
  const fonts = [textFont(40, false), textFont(40, true), `560 40px ${serif}`, `600 26px ${sans}`]
  // If a font doesn't load, the text uses the next font of its list.
  return Promise.allSettled(fonts.map((font) => document.fonts.load(font, text)))
}

function drawPortraitShape(context: CanvasRenderingContext2D, excerpt: Excerpt) {
  const { width, height } = excerptShapes.portrait
  const margin = 84
  const bottom = height - 210
  const block = fitText(context, excerpt.lines, { width: width - 2 * margin, height: 590, sizeMax: 62 })
  const top = bottom - block.height
  const pictureHeight = Math.min(width, top + 70)
  drawPicture(context, excerpt, { x: 0, y: 0, width, height: pictureHeight })
  fade(context, { x: 0, y: pictureHeight - 320, width, height: 321 }, [0, pictureHeight - 320, 0, pictureHeight - 20])
  drawBlock(context, block, { x: margin, y: top, width: width - 2 * margin })
  drawFooter(context, excerpt, { x: margin, right: width - margin, y: height - 92 })
}

function drawWideShape(context: CanvasRenderingContext2D, excerpt: Excerpt) {
  const { width, height } = excerptShapes.wide
  const pictureWidth = 500
  const [left, right] = [500, width - 60]
  drawPicture(context, excerpt, { x: 0, y: 0, width: pictureWidth, height })
  fade(context, { x: 220, y: 0, width: 281, height }, [220, 0, 490, 0])
  const block = fitText(context, excerpt.lines, { width: right - left, height: 400, sizeMax: 44 })
  drawBlock(context, block, { x: left, y: 64 + (400 - block.height) / 2, width: right - left })
  drawFooter(context, excerpt, { x: left, right, y: height - 62 })
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Fills the box like `object-fit: cover`, with the focus as `object-position`. */
function drawPicture(
  context: CanvasRenderingContext2D,
  { portrait, portraitFocus }: Excerpt,
  { x, y, width, height }: Box
) {
  if (!portrait) return drawGem(context, { x: x + width / 2 - height * 0.36, y: y + height * 0.1, size: height * 0.72 })
  const scale = Math.max(width / portrait.naturalWidth, height / portrait.naturalHeight)
  const [cutWidth, cutHeight] = [width / scale, height / scale]
  const focus = portraitFocus ?? { x: 0.5, y: 0.2 }
  const cutX = (portrait.naturalWidth - cutWidth) * focus.x
  const cutY = (portrait.naturalHeight - cutHeight) * focus.y
  context.drawImage(portrait, cutX, cutY, cutWidth, cutHeight, x, y, width, height)
}

function fade(context: CanvasRenderingContext2D, box: Box, line: [number, number, number, number]) {
  const gradient = context.createLinearGradient(...line)
  // The gradient is eased, because the eye sees where a linear gradient begins and ends.
  for (const [at, share] of [
    [0, 0],
    [0.25, 0.12],
    [0.5, 0.45],
    [0.75, 0.84],
    [1, 1],
  ] as const)
    gradient.addColorStop(at, `rgb(20 13 24 / ${share})`)
  context.fillStyle = gradient
  context.fillRect(box.x, box.y, box.width, box.height)
}

function drawGem(context: CanvasRenderingContext2D, { x, y, size }: { x: number; y: number; size: number }) {
  const tokens = getComputedStyle(document.documentElement)
  context.save()
  context.translate(x, y)
  context.scale(size / 32, size / 32)
  context.lineWidth = 0.15
  for (const [shade, path] of logoFacets) {
    const facet = new Path2D(path)
    context.fillStyle = context.strokeStyle = tokens.getPropertyValue(`--gem-${shade}`).trim()
    context.fill(facet)
    context.stroke(facet)
  }
  context.restore()
}

const lettersOf = (text: ExcerptLine['text']) => text.flat().reduce((sum, run) => sum + run.text.length, 0)

const leading = 1.34
const sizeMin = 28

/** Lays out the text in the largest size that fits. In the smallest size, shortens the messages until they fit. */
function fitText(
  context: CanvasRenderingContext2D,
  lines: readonly ExcerptLine[],
  { width, height, sizeMax }: { width: number; height: number; sizeMax: number }
): Block {
  for (let size = sizeMax; size > sizeMin; size -= 2) {
    // A text with more letters doesn't fit in any size.
    if (lines.some(({ text }) => lettersOf(text) > 1_200)) break
    const block = layOut(context, lines, size, width)
    if (block.height <= height) return block
  }
  for (let lettersMax = 1_200; ; lettersMax = Math.floor(lettersMax * 0.93)) {
    const shortened = lines.map((line) => ({ ...line, text: shortenText(line.text, lettersMax) }))
    const block = layOut(context, shortened, sizeMin, width)
    if (block.height <= height || lettersMax < 40) return block
  }
}

function layOut(context: CanvasRenderingContext2D, lines: readonly ExcerptLine[], size: number, width: number): Block {
  const hasSpeakers = lines.some(({ isUser }) => isUser)
  const paragraphs = lines.map(({ speaker, text }) => ({
    speaker: hasSpeakers ? speaker : null,
    lines: wrapText(text, width, (part, isAction) => {
      context.font = textFont(size, isAction)
      return context.measureText(part).width
    }),
  }))
  let height = 0
  walk({ size, paragraphs, height }, (_, y) => (height = y))
  return { size, paragraphs, height }
}

/** Calls `visit` for each line with the bottom of its line box. */
function walk(
  { size, paragraphs }: Block,
  visit: (line: Exclude<Line, null> | { speaker: string }, bottom: number) => void
) {
  let y = 0
  paragraphs.forEach(({ speaker, lines }, index) => {
    if (index > 0) y += size * 0.75
    if (speaker !== null) visit({ speaker }, (y += size * 1.1))
    for (const line of lines) {
      if (line === null) y += size * 0.45
      else visit(line, (y += size * leading))
    }
  })
}

function drawBlock(
  context: CanvasRenderingContext2D,
  block: Block,
  { x, y, width }: { x: number; y: number; width: number }
) {
  const { size } = block
  context.textBaseline = 'alphabetic'
  walk(block, (line, bottom) => {
    if ('speaker' in line) {
      context.font = `600 ${Math.round(size * 0.54)}px ${sans}`
      context.letterSpacing = `${size * 0.05}px`
      context.fillStyle = inks.speaker
      context.fillText(line.speaker.toUpperCase(), x, y + bottom - size * 0.32, width)
      context.letterSpacing = '0px'
      return
    }
    let at = line.isRightToLeft ? x + width : x
    context.direction = line.isRightToLeft ? 'rtl' : 'ltr'
    context.textAlign = line.isRightToLeft ? 'right' : 'left'
    for (const { text, isAction, width } of line.runs) {
      context.font = textFont(size, isAction)
      context.fillStyle = isAction ? inks.action : inks.speech
      context.fillText(text, at, y + bottom - size * 0.36)
      at += line.isRightToLeft ? -width : width
    }
    context.direction = 'ltr'
    context.textAlign = 'left'
  })
}

/** Draws the footer. `y` is the baseline of the name. */
function drawFooter(
  context: CanvasRenderingContext2D,
  { name, productName }: Excerpt,
  { x, right, y }: { x: number; right: number; y: number }
) {
  context.fillStyle = '#e8456f'
  context.fillRect(x, y - 66, 56, 3)
  context.font = `600 26px ${sans}`
  context.fillStyle = inks.action
  const brandWidth = context.measureText(productName).width
  context.fillText(productName, right - brandWidth, y)
  drawGem(context, { x: right - brandWidth - 44, y: y - 27, size: 34 })
  context.font = `560 40px ${serif}`
  context.fillStyle = inks.speech
  const width = right - x - brandWidth - 80
  let shown = name
  while (context.measureText(shown).width > width && shown.length > 1) shown = `${[...shown].slice(0, -2).join('')}…`
  context.fillText(shown, x, y)
}
