import { readFileSync } from 'node:fs'
import { streamsFolder } from '#tests/fixtures/write_streams'

export interface VendorStream {
  name: string
  bytes: Buffer
  /** The `content` deltas, joined without the plugin's own code. */
  text: string
  /** The reasoning deltas, joined. */
  reasoning: string
  hasUsage: boolean
  /** The offset at which the event with the finish reason is complete except for its blank line. */
  finishEnd: number
}

const names = ['deepseek', 'groq', 'llama-cpp-python', 'mistral', 'openai', 'openrouter', 'xai']

export const vendorStreams: VendorStream[] = names.map((name) => {
  const bytes = readFileSync(new URL(`${name}.sse`, streamsFolder))
  const chunks = bytes
    .toString()
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)))
  const deltas = chunks.map((chunk) => chunk.choices[0]?.delta ?? {})
  const lineEnd = bytes.includes('\r\n') ? '\r\n' : '\n'
  return {
    name,
    bytes,
    text: deltas.map((delta) => delta.content ?? '').join(''),
    reasoning: deltas.map((delta) => delta.reasoning_content ?? delta.reasoning ?? '').join(''),
    hasUsage: chunks.some((chunk) => chunk.usage),
    finishEnd: bytes.indexOf(lineEnd + lineEnd, bytes.indexOf('"finish_reason":"')),
  }
})

export const vendorStream = (name: string): VendorStream => vendorStreams.find((stream) => stream.name === name)!
