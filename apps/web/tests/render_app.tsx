import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { quickUser } from './quick_user.ts'
import { useLayoutEffect } from 'react'
import { useLocation, useNavigate, type NavigateFunction } from 'react-router-dom'
import { vi } from 'vitest'
import { App } from '../src/app/router/app.tsx'
import { AppRouter } from '../src/app/router/app_router.tsx'
import { redirectToSignIn } from '../src/components/shared/sign_in_redirect.ts'
import { createQueryClient } from '../src/lib/query_client.ts'
import type { FakeApi } from './fake_api.ts'

/** Renders the whole app at a URL; only the network is faked. */
export function renderApp(api: FakeApi, address: string, { onNavigation = () => {} } = {}) {
  vi.stubGlobal('fetch', api.fetch)
  // Starts with a new history entry, for which no earlier test has stored a scroll position or the length of a list.
  window.history.replaceState({ key: crypto.randomUUID() }, '', address)
  let navigate: NavigateFunction
  function Watch() {
    const location = useLocation()
    navigate = useNavigate()
    useLayoutEffect(onNavigation, [location])
    return null
  }
  const view = render(
    <QueryClientProvider client={createQueryClient({ onSignedOut: redirectToSignIn })}>
      <AppRouter>
        <Watch />
        <App />
      </AppRouter>
    </QueryClientProvider>
  )
  return {
    ...view,
    user: quickUser(),
    address: () => window.location.pathname + window.location.search,
    /** Navigates to a path, or by a number of history steps. */
    goTo: (to: string | number) => act(async () => void (await navigate(to as string))),
  }
}
