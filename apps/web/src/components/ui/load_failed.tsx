import CloudOff from 'lucide-react/icons/cloud-off'
import { sentenceOf } from '#web/lib/api_error'
import { Button } from './button.tsx'
import { EmptyState, type EmptyStateProps } from './empty_state.tsx'

/** The result of `useQuery`. */
export interface FailedQuery {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface LoadFailedProps extends Pick<EmptyStateProps, 'title' | 'size' | 'level'> {
  query: FailedQuery
}

/** Shown instead of content that failed to load: the reason and a retry button. */
export function LoadFailed({ query: { error, isFetching, refetch }, ...place }: LoadFailedProps) {
  return (
    <EmptyState {...place} icon={<CloudOff />} text={sentenceOf(error, 'Check your connection and try again.')}>
      <Button look="primary" isLoading={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </EmptyState>
  )
}
