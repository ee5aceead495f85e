import { QueryClientProvider, type DehydratedState } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadBanners } from './app/layouts/app_layout.tsx'
import { App } from './app/router/app.tsx'
import { AppRouter } from './app/router/app_router.tsx'
import { HasFirstChunks, loadFirstChunks } from './app/router/session.tsx'
import { viewerOf } from './app/router/viewer.ts'
import { redirectToSignIn } from './components/shared/sign_in_redirect.ts'
import { currentUserQuery } from './features/accounts/current_user.ts'
import { createQueryClient } from './lib/query_client.ts'
import { followTranslations } from './lib/translated_page.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

// In development a worker would serve stale files (docs/decisions/0026).
if (import.meta.env.PROD) {
  const register = () => void navigator.serviceWorker?.register('/sw.js').catch(() => {})
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}

followTranslations()

const queryClient = createQueryClient({ onSignedOut: redirectToSignIn })
const serverData = document.getElementById('first-data')

async function start(root: HTMLElement) {
  if (serverData) {
    const data: DehydratedState = JSON.parse(serverData.textContent)
    // The data was read a moment ago, whatever this browser's clock says.
    for (const { state } of data.queries) state.dataUpdatedAt = Date.now()
    // As `hydrate` does in an empty cache. The rest of it is for pending queries and mutations, which the server doesn't send.
    for (const { queryKey, queryHash, state } of data.queries)
      queryClient.getQueryCache().build(queryClient, { queryKey, queryHash }, { ...state, fetchStatus: 'idle' })
    serverData.remove()
    document.querySelector('meta[name="visitor"]')?.remove()
    // The server-rendered screen stays until the app can show the same.
    const user = queryClient.getQueryData(currentUserQuery().queryKey) ?? null
    const hasBanners = root.querySelector('[data-banners]:not(:empty)') !== null
    await Promise.all([loadFirstChunks(window.location.pathname, viewerOf(user)), hasBanners && loadBanners()])
  }
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <HasFirstChunks value={serverData !== null}>
          <AppRouter>
            <App />
          </AppRouter>
        </HasFirstChunks>
      </QueryClientProvider>
    </StrictMode>
  )
}

void start(root)
