/** The choices of each reading setting. */
export const readingChoices = {
  size: ['small', 'medium', 'large', 'huge'],
  width: ['narrow', 'medium', 'wide'],
  font: ['sans', 'serif', 'dyslexia'],
  lineHeight: ['tight', 'medium', 'loose'],
  paper: ['none', 'cream', 'rose', 'mint', 'slate'],
} as const

/** How chats look to a user. */
export type ReadingPreferences = { [Key in keyof typeof readingChoices]: (typeof readingChoices)[Key][number] } & {
  /** Hides the panels beside a chat. */
  focus: boolean
  /** Gives quoted speech its own color. */
  speechTint: boolean
  /** Shows figures above the last lines, in chats whose characters have expressions. Missing in settings of older releases: off. */
  stage?: boolean
}

export const defaultReadingPreferences: ReadingPreferences = {
  size: 'medium',
  width: 'medium',
  font: 'sans',
  lineHeight: 'medium',
  paper: 'none',
  focus: false,
  speechTint: true,
}
