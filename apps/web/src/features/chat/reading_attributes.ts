import { defaultReadingPreferences, type ReadingPreferences } from '#modules/accounts/api'

/** Returns the attributes of the element around a chat. Their CSS rules are in `chat.css`. */
export function readingAttributes(reading: ReadingPreferences | null) {
  const { size, width, font, lineHeight, paper } = reading ?? defaultReadingPreferences
  return {
    'data-reading-size': size,
    'data-reading-width': width,
    'data-reading-font': font,
    'data-reading-line': lineHeight,
    'data-reading-paper': paper,
  }
}
