import { useRoutes } from 'react-router-dom'
// Before the router listens to the history.
import '../../lib/history_gate.ts'
import { ErrorBoundary } from './error_boundary.tsx'
import { routes } from './routes.tsx'
import { useScrollMemory } from './scroll_memory.ts'

/** All screens, by the address. Put it into a router. */
export function App() {
  useScrollMemory()
  return <ErrorBoundary>{useRoutes(routes)}</ErrorBoundary>
}
