import { curlyQuotes } from './curly_quotes.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML and XML, in content and attributes. Drops what XML can't contain. */
export const escape = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character]!)

/** A paragraph of at least three asterisks, dashes, underscores, tildes or bullets. */
const ornament = /^(?:[*\-–—_~•]\s*){3,}$/

/** Returns the paragraphs of a message as XHTML, with actions in italics. Null is a scene break. */
export const typeset = (text: string): (string | null)[] =>
  curlyQuotes(text.replace(/\r\n?/g, '\n'))
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => (ornament.test(paragraph) ? null : inline(paragraph)))

/** Converts a paragraph as the app shows it, so a run of asterisks counts as one. The lookbehind avoids quadratic time for long runs. */
const inline = (paragraph: string) =>
  escape(paragraph)
    .replace(/(?<!\*)\*+([^*\n]+)\*+/g, '<em>$1</em>')
    .replaceAll('\n', '<br/>\n')
