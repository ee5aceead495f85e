import { hasHiddenCharacters, isBlank, isLonger, storable, withoutHiddenCharacters } from '#modules/kernel/text'
import { cardLimits } from './card_limits.ts'
import type { ReadingNotes } from './reading_notes.ts'

/** Returns the card's name, else the file's name without folders and extension, else an empty text. Shortens it to 80 code points. */
export const nameFrom = (cardName: string, fileName: string | undefined, notes: ReadingNotes): string => {
  const name = shortLabel(cardName, 'name', cardLimits.nameMax, notes)
  if (name !== '') return name
  const fromFile = shortLabel(baseNameOf(fileName ?? ''), 'name', cardLimits.nameMax, notes)
  notes.warn(
    fromFile === ''
      ? 'The card has no name.'
      : 'The card has no name. The name of the file became the character’s name.'
  )
  return fromFile
}

/** Joins the lines of a text, and removes control characters. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** Returns a single line without invisible characters, shortened to `max` code points. Warns about removed characters and shortening. */
export const shortLabel = (given: string, label: string, max: number, notes: ReadingNotes): string => {
  const line = oneLine(given)
  if (isBlank(line)) return ''
  if (line !== given.trim())
    notes.warn(`The ${label} has line breaks, control characters or repeated spaces. Each became one space.`)
  const isHidden = hasHiddenCharacters(line)
  if (isHidden)
    notes.warn(`The ${label} has characters that can’t be seen. They were removed; the original keeps them.`)
  const visible = isHidden ? withoutHiddenCharacters(line).trim() : line
  if (!isLonger(visible, max)) return visible
  notes.warn(`The ${label} has more than ${max} characters. It was shortened; the original keeps all of it.`)
  return withoutHiddenCharacters([...visible].slice(0, max).join('')).trim()
}

const baseNameOf = (fileName: string): string =>
  storable(fileName)
    .replace(/^.*[/\\]/su, '')
    .replace(/\.\w{1,8}$/, '')
