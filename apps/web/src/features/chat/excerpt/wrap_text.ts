import type { TextRun } from '#modules/gallery/api'

export interface Run extends TextRun {
  width: number
}
/** A line of text; null ends a paragraph. */
export type Line = { runs: Run[]; isRightToLeft: boolean } | null

type Measure = (text: string, isAction: boolean) => number

const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Breaks the lines of a message into lines of at most this width. Each action is a separate run. */
export function wrapText(paragraphs: readonly TextRun[][], width: number, measure: Measure): Line[] {
  const lines: Line[] = []
  for (const paragraph of paragraphs) {
    if (lines.length > 0) lines.push(null)
    const isRightToLeft = rightToLeft.test(paragraph.map(({ text }) => text).join(''))
    let runs: Run[] = []
    let used = 0
    const end = () => {
      lines.push({ runs, isRightToLeft })
      runs = []
      used = 0
    }
    for (const { text: word, isAction } of words(paragraph, width, measure)) {
      // Punctuation after an action may hang over the edge, but never begins a line.
      const wide = /^\p{P}$/u.test(word) ? 0 : measure(word, isAction)
      if (used + wide > width && runs.length > 0) end()
      const text = runs.length === 0 ? word.trimStart() : word
      const last = runs.at(-1)
      if (last?.isAction === isAction) {
        used -= last.width
        last.text += text
        last.width = measure(last.text, isAction)
        used += last.width
      } else {
        const run = { text, isAction, width: measure(text, isAction) }
        runs.push(run)
        used += run.width
      }
    }
    if (runs.length > 0) end()
  }
  return lines
}

/** Yields words with a leading space, unless they follow the previous word directly. Splits words wider than a line into letters. */
function* words(paragraph: readonly TextRun[], width: number, measure: Measure): Generator<TextRun> {
  let gap = ''
  for (const { text, isAction } of paragraph)
    for (const [part] of text.matchAll(/\s+|\S+/g)) {
      if (part.trim() === '') gap = ' '
      else {
        if (measure(part, isAction) <= width) yield { text: gap + part, isAction }
        else
          for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(gap + part))
            yield { text: segment, isAction }
        gap = ''
      }
    }
}
