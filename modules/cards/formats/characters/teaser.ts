import { isLonger } from '#modules/kernel/text'
import { cardLimits } from './card_limits.ts'

/** Returns a card's public teaser: the first plain paragraph of the creator's notes, else of the scenario. Empty if neither has one. */
export const teaserOf = (creatorNotes: string, scenario: string): string =>
  firstPlainParagraph(creatorNotes) || firstPlainParagraph(scenario)

/**
 * Returns the first paragraph with words and without HTML. Removes pictures, and reduces links to their text. A paragraph longer than a
 * teaser is shortened and gets an ellipsis.
 */
export const firstPlainParagraph = (text: string): string => {
  for (const paragraph of paragraphsOf(withoutBlocks(text))) {
    if (/<[a-z/!][^<]*>/i.test(paragraph.replaceAll(macroTag, ''))) continue
    const plain = withoutMarkdown(paragraph)
    if (/\p{L}/u.test(plain.replaceAll(/https?:\S+/g, ''))) return shortened(plain)
  }
  return ''
}

/** Macros that look like HTML. */
const macroTag = /<(?:user|bot|char)>/gi

/** Blocks with content that isn't for readers. They may contain blank lines. */
const hiddenBlocks: readonly [open: string, close: string][] = [
  ['<style', '</style'],
  ['<script', '</script'],
  ['<!--', '-->'],
  ['```', '```'],
]

/** Removes the blocks, in one pass for each kind. An unclosed block extends to the end of the text. */
const withoutBlocks = (text: string): string =>
  hiddenBlocks.reduce((rest, [open, close]) => {
    // Lowercases only ASCII letters, because `toLowerCase` changes the length of some other texts.
    const searched = rest.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    let kept = ''
    let from = 0
    for (;;) {
      const start = searched.indexOf(open, from)
      if (start < 0) return kept + rest.slice(from)
      // The tag marks the paragraph around the block as HTML, so that it is skipped.
      kept += `${rest.slice(from, start)}<hr>`
      const end = searched.indexOf(close, start + open.length)
      if (end < 0) return kept
      from = end + close.length
    }
  }, text)

const paragraphsOf = (text: string): string[] => {
  const paragraphs: string[] = []
  let lines: string[] = []
  for (const line of [...text.split(/\r\n?|\n/), '']) {
    const isRule = /^[\s*_=~#-]*$/.test(line)
    if (!isRule) lines.push(line.trim())
    else if (lines.length > 0) {
      paragraphs.push(lines.join('\n'))
      lines = []
    }
  }
  return paragraphs
}

const withoutMarkdown = (paragraph: string): string =>
  paragraph
    .replaceAll(/!\[[^[\]]*\]\([^()\s]*\)/g, '')
    .replaceAll(/\[([^[\]]+)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/^#{1,6}\s+/gm, '')
    .trim()

const shortened = (text: string): string => {
  if (!isLonger(text, cardLimits.teaserMax)) return text
  const beginning = [...text].slice(0, cardLimits.teaserMax - 1).join('')
  return `${beginning.replace(/\s+\S*$/, '')}…`
}
