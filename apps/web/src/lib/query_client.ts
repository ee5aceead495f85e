import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isStatus } from './api_error.ts'

interface QueryClientOptions {
  /** Runs when a call is answered with 401. */
  onSignedOut?: () => void
}

/** Data stays fresh until something invalidates it, and nothing is retried automatically. */
export function createQueryClient({ onSignedOut }: QueryClientOptions = {}): QueryClient {
  const onError = (error: unknown) => {
    if (isStatus(error, 401)) onSignedOut?.()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        retry: false,
        // A call without a connection fails at once, instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
