import { createContext } from 'react'
import type { HistoryRouterProps, To } from 'react-router-dom'
import { afterTraversal, releaseLayerEntry, traverse } from './history_layers.ts'

type History = HistoryRouterProps['history']

export interface Navigation {
  /** The path of a link or a `navigate` call; null for a step back or forward. */
  pathname: string | null
  /** Repeats the navigation. The blocker is asked again, and has to let it pass. */
  proceed(): void
}

/** Returns true to cancel a navigation. */
export type Blocker = (navigation: Navigation) => boolean

/** Installs a blocker, replacing the last one. Returns a function that removes it. */
export type Block = (blocker: Blocker) => () => void

/** Outside `AppRouter`, as in server rendering, nothing is blocked. */
export const BlockNavigation = createContext<Block>(() => () => {})

/**
 * Wraps the browser history of React Router, whose plain router has no `useBlocker`. A step back or forward has happened by the time
 * `popstate` fires, so a blocked one is reverted, and the router never hears of it.
 */
export function blockableHistory(history: History): { history: History; block: Block } {
  let blocker: Blocker | null = null
  let index = currentIndex()

  const guarded =
    (method: 'push' | 'replace'): History['push'] =>
    (to, state) => {
      const proceed = () => wrapped[method](to, state)
      if (blocker?.({ pathname: pathOf(to, history.location.pathname), proceed })) return
      // A page takes the place of the open dialog that leads to it.
      afterTraversal(() => history[releaseLayerEntry() ? 'replace' : method](to, state))
    }

  const wrapped: History = {
    ...history,
    get action() {
      return history.action
    },
    get location() {
      return history.location
    },
    push: guarded('push'),
    replace: guarded('replace'),
    listen: (listener) =>
      history.listen((update) => {
        const next = currentIndex()
        const steps = next - index
        // Between a page and its dialogs.
        if (update.action === 'POP' && steps === 0) return
        if (update.action === 'POP' && blocker !== null) {
          // No number: an entry of the browser's own, for a jump within the page.
          if (Number.isNaN(steps)) return
          if (blocker({ pathname: null, proceed: () => traverse(steps) })) return traverse(-steps)
        }
        index = next
        listener(update)
      }),
  }

  return {
    history: wrapped,
    block: (next) => {
      blocker = next
      return () => {
        if (blocker === next) blocker = null
      }
    },
  }
}

/** React Router numbers its history entries. */
const currentIndex = (): number => Number((window.history.state as { idx?: unknown } | null)?.idx ?? Number.NaN)

const pathOf = (to: To, present: string): string =>
  typeof to === 'string' ? new URL(to, window.location.origin).pathname : (to.pathname ?? present)
