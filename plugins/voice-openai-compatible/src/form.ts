import { randomUUID } from 'node:crypto'
import type { AudioType, Recording } from '../../contract/voice.ts'

/** The server detects the format by the file's extension. */
const extensions: Record<AudioType, string> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
  'audio/mp4': 'mp4',
  'audio/flac': 'flac',
}

/** Returns a multipart form with the fields and the recording as `file`. */
export function formOf(
  { bytes, type }: Recording,
  fields: Record<string, string>
): { type: string; bytes: Uint8Array } {
  const boundary = `facet-${randomUUID()}`
  const part = (headers: string) => `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`)
  const file = part(`name="file"; filename="recording.${extensions[type]}"\r\nContent-Type: ${type}`)
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(texts.join('') + file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
