import { isLonger } from '#modules/kernel/text'
import { cardLimits } from './card_limits.ts'

/** A card's public teaser: the first plain paragraph of the creator's notes, else of the scenario. Empty if neither has one. */
export const teaserOf = (creatorNotes: string, scenario: string): string =>
  firstPlainParagraph(creatorNotes) || firstPlainParagraph(scenario)

/**
 * The first paragraph with words and without HTML. Pictures are removed, links reduced to their text. A paragraph longer than a teaser
 * ends with an ellipsis.
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

/** Elements whose content is not for readers. It may contain blank lines. */
const hiddenBlocks: readonly [open: string, close: string][] = [
  ['<style', '</style'],
  ['<script', '</script'],
  ['<!--', '-->'],
  ['```', '```'],
]

/** Removes such elements. One without an end takes the rest of the text. One pass for each kind. */
const withoutBlocks = (text: string): string =>
  hiddenBlocks.reduce((rest, [open, close]) => {
    // Not `toLowerCase` of all letters: it changes the length of some texts.
    const searched = rest.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    let kept = ''
    let from = 0
    for (;;) {
      const start = searched.indexOf(open, from)
      if (start < 0) return kept + rest.slice(from)
      // The mark keeps the paragraph around the block from looking plain.
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
