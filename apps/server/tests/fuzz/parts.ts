import { randomBytes } from 'node:crypto'
import { cardText, chatLines, lorebookText } from '../roles/things.ts'
import type { FileContent, PlannedParts } from './plans.ts'

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64'
)
/** The width and the height of a PNG are at byte offsets 16 and 20. */
const huge = Buffer.from(dot)
huge.writeUInt32BE(0x7fff_ffff, 16)
huge.writeUInt32BE(0x7fff_ffff, 20)

const contents: Record<FileContent, (boundary: string) => Buffer> = {
  'a picture': () => dot,
  'half a picture': () => dot.subarray(0, 40),
  'a picture and more': () => Buffer.concat([dot, Buffer.from('<script>alert(1)</script>')]),
  SVG: () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>'),
  HTML: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  GIF: () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'the head of a JPEG': () => Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  'the head of a WebP': () => Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8 ', 'latin1'),
  'a PNG that claims to be huge': () => huge,
  'a chat': () => Buffer.from(chatLines),
  'a lorebook': () => Buffer.from(lorebookText),
  'half a chat': () => Buffer.from(chatLines.slice(0, -40)),
  'a chat of numbers': () =>
    Buffer.from('{"mes":1,"swipes":[2,[]],"swipe_id":1e99,"send_date":-1,"name":{}}\n'.repeat(3)),
  'a card': () => Buffer.from(cardText),
  'half a card': () => Buffer.from(cardText.slice(0, -40)),
  nothing: () => Buffer.alloc(0),
  noise: () => randomBytes(3_000),
  'the boundary': (boundary) => Buffer.from(`x\r\n--${boundary}x\r\n--${boundary}`),
  'a long text': () => Buffer.alloc(600_000, 'a'),
}

const oddBoundary = "a'()+_,-./:=?b"

/** Serializes a multipart form with its defects. */
export const writtenParts = (
  { parts, boundary: kind, ending, before }: PlannedParts,
  fill: (text: string) => string
): { bytes: Buffer; type: string } => {
  const boundary = kind === 'long' ? 'b'.repeat(300) : kind === 'odd signs' ? oddBoundary : 'fuzzing'
  const named = {
    right: `; boundary=${boundary}`,
    quoted: `; boundary="${boundary}"`,
    another: '; boundary=another',
    empty: '; boundary=',
    missing: '',
    long: `; boundary=${boundary}`,
    'odd signs': `; boundary="${boundary}"`,
  }[kind]
  const inHead = (text: string) => Buffer.from(text.toWellFormed()).toString('latin1')
  const pieces = parts.flatMap(({ name, fileName, type, content, extra }) => [
    Buffer.from(
      [
        `--${boundary}`,
        `Content-Disposition: form-data; name="${inHead(name)}"${fileName === null ? '' : `; filename="${inHead(fileName)}"`}`,
        ...(type === null ? [] : [`Content-Type: ${type}`]),
        ...(extra === null ? [] : [extra]),
        '',
        '',
      ].join('\r\n'),
      'latin1'
    ),
    content.startsWith('⟦') ? Buffer.from(fill(content)) : contents[content as FileContent](boundary),
    Buffer.from('\r\n'),
  ])
  const last = {
    right: `--${boundary}--\r\n`,
    missing: '',
    half: `--${boundary}`,
    'more after': `--${boundary}--\r\nmore\r\n--${boundary}\r\n\r\nx`,
    'line feeds alone': `--${boundary}--\n`,
  }[ending]
  const bytes = Buffer.concat([Buffer.from(before), ...pieces, Buffer.from(last)])
  return {
    bytes:
      ending === 'line feeds alone' ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : bytes,
    type: `multipart/form-data${named}`,
  }
}
