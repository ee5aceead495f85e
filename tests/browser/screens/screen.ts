import type { ScreenName, Viewer } from '#web/screens'
import type { LookOptions } from '../support/look.ts'
import type { Walk } from '../support/walk.ts'

/** Every screen covers these states, or states why it has none. */
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
  /** The row in apps/web/src/screens.ts, which the 404 page and pages outside the app don't have. */
  row?: ScreenName
  who: Viewer
  /** Sets up the data of the screen. */
  prepare?: (walk: Walk) => Promise<unknown>
  /** The states in the order of the walk. Routes of one state are removed before the next. */
  states: Readonly<Record<string, State>>
  /** The reasons why usual states are missing. */
  without?: Partial<Record<(typeof usualStates)[number], string>>
  /** The toasts of the screen. `open` prepares the page; each action leaves it ready for the next. */
  notices?: { open: (walk: Walk) => Promise<unknown>; all: readonly Notice[] }
  /** How many Tab stops of the last state are checked for a visible focus. */
  stops?: number
}
