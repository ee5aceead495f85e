import { ErrorBoundary } from './error_boundary.tsx'
import { Session } from './session.tsx'
import { useScrollRestoration } from './use_scroll_restoration.ts'

/** The whole app. Render it inside `AppRouter`. */
export function App() {
  useScrollRestoration()
  return (
    <ErrorBoundary>
      <Session />
    </ErrorBoundary>
  )
}
