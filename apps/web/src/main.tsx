import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { Providers } from './app/providers/providers.tsx'
import { App } from './app/router/app.tsx'
import { createQueryClient } from './lib/query_client.ts'
import './styles/fonts.css'
import './styles/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

/** All components in all states, at /design. In development only: a build finds nothing here. */
const DesignPage =
  import.meta.env.DEV && window.location.pathname === '/design'
    ? lazy(async () => ({ default: (await import('./app/design/design_page.tsx')).DesignPage }))
    : null

// Not in development, where nothing may stand between a change and the page. What it is for: docs/decisions/0026.
if (import.meta.env.PROD)
  window.addEventListener('load', () => void navigator.serviceWorker?.register('/sw.js').catch(() => {}))

createRoot(root).render(
  <StrictMode>
    <Providers queryClient={createQueryClient()}>
      <BrowserRouter>
        {DesignPage ? (
          <Suspense>
            <DesignPage />
          </Suspense>
        ) : (
          <App />
        )}
      </BrowserRouter>
    </Providers>
  </StrictMode>
)
