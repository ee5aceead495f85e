import type { CreatorNotes as Notes } from '#modules/gallery/api'
import { FoldedText } from './folded_text.tsx'

/** The creator's notes in the browser's language, if there is a translation. Always plain text. */
export function CreatorNotes({ notes }: { notes: Notes }) {
  const { text, language } = readableNotes(notes, navigator.languages)
  return (
    <div lang={language ?? undefined} dir="auto">
      <FoldedText text={text} about="creator’s notes" />
    </div>
  )
}

/** Returns the text in the first language that has one, else the untranslated notes. These count as English, which most of them are. */
export function readableNotes({ text, translations }: Notes, languages: readonly string[]) {
  const tags = Object.keys(translations)
  for (const wanted of languages.map((tag) => tag.toLowerCase())) {
    const language =
      tags.find((tag) => tag.toLowerCase() === wanted) ??
      tags.find((tag) => primary(tag) === primary(wanted)) ??
      (primary(wanted) === 'en' && text !== '' ? null : undefined)
    if (language === null) break
    if (language !== undefined) return { text: translations[language]!, language }
  }
  if (text !== '') return { text, language: null }
  const [first] = tags
  return { text: first === undefined ? '' : translations[first]!, language: first ?? null }
}

const primary = (tag: string) => tag.toLowerCase().split('-')[0]
