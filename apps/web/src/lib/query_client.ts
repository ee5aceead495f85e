import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isStatus } from './api_error.ts'
import { signInAgain } from './sign_in_again.ts'

/** Data is loaded once and stays until something says otherwise; nothing is retried behind the user's back. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (isStatus(error, 401)) signInAgain()
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
        // Offline is a failure to show, not a state to wait in silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
