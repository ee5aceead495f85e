import { hydrate, type DehydratedState } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { Providers } from './app/providers/providers.tsx'
import { App } from './app/router/app.tsx'
import { loadScreen } from './app/router/routes.tsx'
import { HasFirstParts, loadFirstParts, whoIs } from './app/router/session.tsx'
import { getCurrentUserQueryOptions } from './features/accounts/api/get_current_user.ts'
import { createQueryClient } from './lib/query_client.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

/** All components in all states, at /design. In development only: a build finds nothing here. */
const DesignPage =
  import.meta.env.DEV && window.location.pathname === '/design'
    ? lazy(async () => ({ default: (await import('./app/design/design_page.tsx')).DesignPage }))
    : null

// Not in development, where nothing may stand between a change and the page. What it is for: docs/decisions/0026.
if (import.meta.env.PROD) {
  const register = () => void navigator.serviceWorker?.register('/sw.js').catch(() => {})
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}

const queryClient = createQueryClient()
const drawn = document.getElementById('first-data')

async function begin(root: HTMLElement) {
  if (drawn) {
    const data: DehydratedState = JSON.parse(drawn.textContent)
    // Read a moment ago, whatever the clock here says; what is only a part of it stays out of date, and is read anew.
    for (const { state } of data.queries) if (state.dataUpdatedAt > 0) state.dataUpdatedAt = Date.now()
    hydrate(queryClient, data)
    drawn.remove()
    document.querySelector('meta[name="visitor"]')?.remove()
    // What the server has drawn stays until the app can show the same.
    const user = queryClient.getQueryData(getCurrentUserQueryOptions().queryKey) ?? null
    await loadFirstParts(window.location.pathname, whoIs(user), loadScreen)
  }
  createRoot(root).render(
    <StrictMode>
      <Providers queryClient={queryClient}>
        <HasFirstParts value={drawn !== null}>
          <BrowserRouter>
            {DesignPage ? (
              <Suspense>
                <DesignPage />
              </Suspense>
            ) : (
              <App />
            )}
          </BrowserRouter>
        </HasFirstParts>
      </Providers>
    </StrictMode>
  )
}

void begin(root)
