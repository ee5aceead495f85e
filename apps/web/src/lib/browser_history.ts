import { createContext } from 'react'
import { createPath, NavigationType, parsePath, type Location, type Navigator, type To } from 'react-router-dom'
import { browser } from './browser.ts'
import { afterTraversal, releaseLayerEntry, traverse } from './history_layers.ts'

interface Navigation {
  /** The path of a link or a `navigate` call; null for a step back or forward. */
  pathname: string | null
  /** Repeats the navigation. The blocker is asked again, and has to let it pass. */
  proceed(): void
}

/** Returns true to cancel a navigation. */
type Blocker = (navigation: Navigation) => boolean

/** Installs a blocker, replacing the last one. Returns a function that removes it. */
export type Block = (blocker: Blocker) => () => void

/** Outside `AppRouter`, as in server rendering, nothing is blocked. */
export const BlockNavigation = createContext<Block>(() => () => {})

export interface Page {
  location: Location
  action: NavigationType
}

/** The state of each history entry. `index` grows by one for each page, so that it tells how far a step leads. */
interface EntryState {
  key?: string
  index?: number
  state?: unknown
}
const entry = (): EntryState => (window.history.state as EntryState | null) ?? {}

/**
 * The browser's history for React Router, with navigation that a form can block. A step back or forward has happened by the time
 * `popstate` fires, so a blocked one is reverted, and the router never hears of it.
 */
export class BrowserHistory implements Navigator {
  #blocker: Blocker | null = null
  #index: number
  #listener: (page: Page) => void = () => {}

  constructor() {
    this.#index = entry().index ?? 0
    if (entry().index === undefined) window.history.replaceState({ ...entry(), index: 0 }, '')
  }

  page(action = NavigationType.Pop): Page {
    const { pathname, search, hash } = window.location
    const { key = 'default', state = null } = entry()
    return { location: { pathname, search, hash, key, state }, action }
  }

  createHref(to: To): string {
    return typeof to === 'string' ? to : createPath(to)
  }

  go(steps: number): void {
    window.history.go(steps)
  }

  // The router calls these two without `this`.
  readonly push = (to: To, state?: unknown): void => this.#open(NavigationType.Push, to, state)
  readonly replace = (to: To, state?: unknown): void => this.#open(NavigationType.Replace, to, state)

  readonly block: Block = (blocker) => {
    this.#blocker = blocker
    return () => {
      if (this.#blocker === blocker) this.#blocker = null
    }
  }

  /** Calls the listener for each new page. Returns a function that ends this. */
  listen(listener: (page: Page) => void): () => void {
    this.#listener = listener
    window.addEventListener('popstate', this.#onPopState)
    return () => window.removeEventListener('popstate', this.#onPopState)
  }

  #open(action: NavigationType, to: To, state: unknown): void {
    const path = { pathname: window.location.pathname, ...(typeof to === 'string' ? parsePath(to) : to) }
    if (this.#blocker?.({ pathname: path.pathname, proceed: () => this.#open(action, to, state) })) return
    afterTraversal(() => {
      // A page takes the place of the open dialog that leads to it.
      const replaces = releaseLayerEntry() || action === NavigationType.Replace
      const index = (entry().index ?? 0) + (replaces ? 0 : 1)
      const next: EntryState = { key: Math.random().toString(36).slice(2), index, state }
      try {
        window.history[replaces ? 'replaceState' : 'pushState'](next, '', createPath(path))
      } catch (error) {
        // Safari limits the number of calls.
        if (replaces) throw error
        return browser.leaveTo(createPath(path))
      }
      this.#index = index
      this.#listener(this.page(replaces ? NavigationType.Replace : NavigationType.Push))
    })
  }

  readonly #onPopState = () => {
    const index = entry().index ?? Number.NaN
    const steps = index - this.#index
    // Between a page and its dialogs.
    if (steps === 0) return
    if (this.#blocker !== null) {
      // No index: an entry of the browser's own, for a jump within the page.
      if (Number.isNaN(steps)) return
      if (this.#blocker({ pathname: null, proceed: () => traverse(steps) })) return traverse(-steps)
    }
    this.#index = index
    this.#listener(this.page())
  }
}
