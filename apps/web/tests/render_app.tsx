import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { Providers } from '../src/app/providers/providers.tsx'
import { routes } from '../src/app/router/routes.tsx'
import { createQueryClient } from '../src/lib/query_client.ts'
import type { FakeApi } from './fake_api.ts'

/** The whole app at an address, with only the network faked. */
export function renderApp(api: FakeApi, address: string) {
  vi.stubGlobal('fetch', api.fetch)
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const view = render(
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>
  )
  const address_ = () => router.state.location.pathname + router.state.location.search
  return { ...view, user: userEvent.setup(), address: address_, router }
}
