import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AppRouter } from '#web/app/router/app_router'
import { redirectToSignIn } from '#web/components/shared/sign_in_redirect'
import { createQueryClient } from '#web/lib/query_client'
import '../src/styles/fonts.css'
import './design.css'
import { DesignPage } from './design_page.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient({ onSignedOut: redirectToSignIn })}>
      <AppRouter>
        <DesignPage />
      </AppRouter>
    </QueryClientProvider>
  </StrictMode>
)
