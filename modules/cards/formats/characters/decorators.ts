/** Appended to the creator's notes of a V2 card whose lorebook lost its decorators. */
export const decoratorsNote =
  'This V2 card has no lorebook decorators (lines that begin with @@). The V3 card of this character has them.'

const separator = '\n\n'

export const withDecoratorsNote = (creatorNotes: string): string =>
  creatorNotes === '' ? decoratorsNote : creatorNotes + separator + decoratorsNote

export const withoutDecoratorsNote = (creatorNotes: string): string => {
  if (creatorNotes === decoratorsNote) return ''
  const note = separator + decoratorsNote
  return creatorNotes.endsWith(note) ? creatorNotes.slice(0, -note.length) : creatorNotes
}

/** Removes the decorators at the beginning of an entry's text, because V2 apps would send them to the model. */
export const withoutDecorators = (content: string): string => {
  let rest = content
  for (;;) {
    const line = /^\s*@@[^\n]*(?:\n|$)/.exec(rest)?.[0]
    if (line === undefined) return rest
    rest = rest.slice(line.length)
  }
}
