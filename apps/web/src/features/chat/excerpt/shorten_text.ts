import type { TextRun } from '#modules/gallery/api'

/** Cuts a text to at most `lettersMax` letters, at the end of a sentence, or of a word when the first sentence is longer, and adds an ellipsis. */
export function shortenText(lines: readonly TextRun[][], lettersMax: number): TextRun[][] {
  const text = lines.map(textOf).join('\n')
  if (text.length <= lettersMax) return [...lines]
  const end = lastEnd(text, 'sentence', lettersMax) || lastEnd(text, 'word', lettersMax) || lettersMax
  const kept = text.slice(0, end).trimEnd()
  const shown = kept.replace(/[,;:\s–—-]+$/, '')
  const shortened: TextRun[][] = []
  let left = shown.length
  for (const runs of lines) {
    if (left <= 0) break
    const line: TextRun[] = []
    for (const { text: part, isAction } of runs) {
      if (left <= 0) break
      line.push({ text: part.slice(0, left), isAction })
      left -= part.length
    }
    // The line break.
    left -= 1
    shortened.push(line)
  }
  const last = shortened.at(-1)?.at(-1)
  if (last) last.text += /[.!?…]["”’»)]*$/.test(kept) ? ' …' : '…'
  return shortened
}

const textOf = (runs: readonly TextRun[]) => runs.map(({ text }) => text).join('')

function lastEnd(text: string, granularity: 'sentence' | 'word', lettersMax: number): number {
  // Reads two more letters, because a segment that ends at the limit is complete only if another segment begins after it.
  const segments = new Intl.Segmenter(undefined, { granularity }).segment(text.slice(0, lettersMax + 2))
  let end = 0
  for (const { index } of segments) if (index <= lettersMax) end = index
  return end
}
