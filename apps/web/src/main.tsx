import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider, type RouteObject } from 'react-router-dom'
import { Providers } from './app/providers/providers.tsx'
import { routes } from './app/router/routes.tsx'
import { createQueryClient } from './lib/query_client.ts'
import './styles/fonts.css'
import './styles/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

/** All components in all states. In development only: a build finds nothing here. */
const designRoutes: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/design', lazy: async () => ({ Component: (await import('./app/design/design_page.tsx')).DesignPage }) }]
  : []

const router = createBrowserRouter([...designRoutes, ...routes])
createRoot(root).render(
  <StrictMode>
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
)
