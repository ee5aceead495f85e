import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CorpusMessage {
  title: string
  text: string
  /** The tree, in the notation of `notation.ts`. */
  expected: string
}

/** Messages written after what models write, each with the tree that it must have. `\uXXXX` stands for characters that can't be seen. */
export const corpus: CorpusMessage[] = readFileSync(join(import.meta.dirname, 'corpus.txt'), 'utf8')
  .split(/^@@ /m)
  .slice(1)
  .map((entry) => {
    const [head = '', expected = ''] = entry.split('\n==\n')
    const [title = '', ...lines] = head.split('\n')
    return { title, text: visible(lines.join('\n')), expected: visible(expected.replace(/\n$/, '')) }
  })

function visible(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
