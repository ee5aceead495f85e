import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react'
import { Router } from 'react-router-dom'
import { BlockNavigation, BrowserHistory } from '#web/lib/browser_history'

/** React Router on the browser's history, with navigation that a form can block (docs/decisions/0044). */
export function AppRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => new BrowserHistory())
  const [{ location, action }, setPage] = useState(() => history.page())
  // In a transition, the present screen stays until the chunk of the next one has loaded.
  useLayoutEffect(() => history.listen((page) => startTransition(() => setPage(page))), [history])
  return (
    <BlockNavigation value={history.block}>
      <Router navigator={history} location={location} navigationType={action}>
        {children}
      </Router>
    </BlockNavigation>
  )
}
