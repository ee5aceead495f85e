/** The choices of each reading setting. */
export const readingChoices = {
  size: ['small', 'medium', 'large', 'huge'],
  width: ['narrow', 'medium', 'wide'],
  font: ['sans', 'serif', 'dyslexia'],
  lineHeight: ['tight', 'medium', 'loose'],
  paper: ['none', 'cream', 'rose', 'mint', 'slate'],
} as const

/** How chats look to a user. */
export type Reading = { [Key in keyof typeof readingChoices]: (typeof readingChoices)[Key][number] } & {
  /** Without the panels beside a chat. */
  focus: boolean
  /** Speech in quotes has a colour of its own. */
  speechTint: boolean
}

export const defaultReading: Reading = {
  size: 'medium',
  width: 'medium',
  font: 'sans',
  lineHeight: 'medium',
  paper: 'none',
  focus: false,
  speechTint: false,
}
