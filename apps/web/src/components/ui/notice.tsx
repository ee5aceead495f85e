import { EmptyState, type EmptyStateProps } from './empty_state.tsx'

/** An `EmptyState` of a whole page. */
export function Notice(props: Omit<EmptyStateProps, 'size'>) {
  return <EmptyState {...props} size="page" />
}
