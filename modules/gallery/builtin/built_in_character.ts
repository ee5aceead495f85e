/** A character that comes with the product. */
export interface BuiltInCharacter {
  /** Names its pictures: of the eight, `<slug>-avatar` and `<slug>-background` of `art/painted/`. */
  slug: string
  name: string
  description: string
  category: string
  tags: string[]
  personality: string
  /** Third person, one fact a sentence, so that even a small model finds its answers here. */
  backstory: string
  scenario: string
  firstMessage: string
}

/** Paragraphs are written over several lines for the reader of the source; the text itself has one line each. */
export const prose = (strings: TemplateStringsArray): string =>
  strings
    .join('')
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, ' '))
    .join('\n\n')
