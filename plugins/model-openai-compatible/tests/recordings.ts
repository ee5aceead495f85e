import { readFileSync } from 'node:fs'

export interface Recording {
  name: string
  /** The stream as the vendor sent it. */
  bytes: Buffer
  /** The `content` deltas, joined: read here with nothing of the plugin's. */
  text: string
  /** The reasoning deltas, joined. */
  reasoning: string
}

export const recordings: Recording[] = ['deepseek', 'groq', 'mistral', 'openai', 'xai'].map((name) => {
  const file = new URL(`../../../tests/fixtures/streams/${name}-text.txt`, import.meta.url)
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const deltas = lines.map((line) => JSON.parse(line).choices[0]?.delta ?? {})
  return {
    name,
    bytes: Buffer.from(lines.map((line) => `data: ${line}\n\n`).join('') + 'data: [DONE]\n\n'),
    text: deltas.map((delta) => delta.content ?? '').join(''),
    reasoning: deltas.map((delta) => delta.reasoning_content ?? '').join(''),
  }
})

export const recording = (name: string): Recording => recordings.find((one) => one.name === name)!
