import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { Providers } from './app/providers/providers.tsx'
import { routes } from './app/router/routes.tsx'
import { createQueryClient } from './lib/query_client.ts'
import './styles/fonts.css'
import './styles/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

const router = createBrowserRouter(routes)
createRoot(root).render(
  <StrictMode>
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
)
