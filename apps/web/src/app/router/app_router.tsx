import { useState, type ReactNode } from 'react'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
} from 'react-router-dom'
import { BlockNavigation, blockableHistory } from '#web/lib/blockable_history'

/** React Router on the browser's history, with navigation that a form can block (docs/decisions/0044). */
export function AppRouter({ children }: { children: ReactNode }) {
  const [{ history, block }] = useState(() => blockableHistory(createBrowserHistory({ v5Compat: true })))
  return (
    <BlockNavigation value={block}>
      <HistoryRouter history={history}>{children}</HistoryRouter>
    </BlockNavigation>
  )
}
