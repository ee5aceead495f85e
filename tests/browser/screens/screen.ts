import type { ScreenName, Viewer } from '#web/screens'
import type { LookOptions } from '../support/look.ts'
import type { Walk } from '../support/walk.ts'

/** Every screen covers these states, or says why it has none. */
export const usualStates = ['loading', 'empty', 'failed', 'done'] as const

export interface State extends Omit<LookOptions, 'again'> {
  /** Brings the page into this state, mostly from the state before it. */
  bring: (walk: Walk) => Promise<unknown>
  /** Reopens the elements that a resize closes. */
  again?: (walk: Walk) => Promise<unknown>
}

/** A toast, and the action that shows it. */
export interface Notice {
  texts: readonly string[]
  act: (walk: Walk) => Promise<unknown>
}

export interface Screen {
  name: string
  /** Its row in apps/web/src/screens.ts; none for the 404 page and for pages outside the app. */
  row?: ScreenName
  who: Viewer
  /** Sets up its data. */
  prepare?: (walk: Walk) => Promise<unknown>
  /** In the order of the walk. Routes of one state are removed before the next. */
  states: Readonly<Record<string, State>>
  /** Why it has no such state. */
  without?: Partial<Record<(typeof usualStates)[number], string>>
  /** The toasts of the screen. `open` prepares the page; each action leaves it ready for the next. */
  notices?: { open: (walk: Walk) => Promise<unknown>; all: readonly Notice[] }
  /** How many Tab stops of the last state are checked for a visible focus. */
  stops?: number
}
