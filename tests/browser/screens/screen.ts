import type { ScreenName } from '#web/screens'
import type { LookOptions } from '../support/look.ts'
import type { Walk } from '../support/walk.ts'

/** The four that every screen has, or says why not. */
export const usualStates = ['loading', 'empty', 'failed', 'done'] as const

export interface State extends Omit<LookOptions, 'again'> {
  /** From wherever the page is, mostly the state before: until this one is on it. */
  bring: (walk: Walk) => Promise<unknown>
  /** What closes when the window is resized is opened again. */
  again?: (walk: Walk) => Promise<unknown>
}

/** A short notice, and what brings it. */
export interface Notice {
  says: readonly string[]
  by: (walk: Walk) => Promise<unknown>
}

export interface Screen {
  name: string
  /** Its row in apps/web/src/screens.ts; none for the 404 page and for pages outside the app. */
  row?: ScreenName
  who: 'stranger' | 'user' | 'admin'
  /** What it needs before it can be opened. */
  prepare?: (walk: Walk) => Promise<unknown>
  /** By name, in the order in which they are come by. Calls that one has held or answered go to the server again in the next. */
  states: Readonly<Record<string, State>>
  /** Why it lacks one of the usual states. */
  without?: Partial<Record<(typeof usualStates)[number], string>>
  /** The notices of the screen, in a row. `open` brings the page to where they are to be had; each leaves it there. */
  notices?: { open: (walk: Walk) => Promise<unknown>; all: readonly Notice[] }
  /** So many stops of the Tab key are looked at in the last state: each shows that it has the focus. */
  stops?: number
}
