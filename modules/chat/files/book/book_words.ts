import { curlyQuotes } from './curly_quotes.ts'
import type { Book } from './read_book.ts'
import { escape } from './typeset.ts'

/** Returns the texts of the title page, as XHTML. */
export const titleWords = ({ title, names, beganAt, endedAt, timeZone }: Book) => {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  return {
    title: set(title ?? names.char),
    subtitle: title === null ? `in conversation with ${set(names.user)}` : `${set(names.char)} and ${set(names.user)}`,
    dates: format.formatRange(beganAt, endedAt),
  }
}

/** Returns the heading of a chapter. A book of one chapter has none. */
export const chapterWords = ({ chapters, timeZone }: Book, number: number) =>
  chapters.length > 1
    ? {
        label: `Chapter ${number}`,
        date: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone }).format(chapters[number - 1]!.beganAt),
      }
    : null

const set = (text: string) => escape(curlyQuotes(text))
