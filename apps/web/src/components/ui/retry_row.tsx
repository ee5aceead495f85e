import { sentenceOf } from '#web/lib/api_error'
import { classNames } from '#web/lib/class_names'
import { Button } from './button.tsx'
import type { FailedQuery } from './load_failed.tsx'

interface RetryRowProps {
  query: FailedQuery
  /** Says what failed, if the server doesn't. */
  text: string
  className?: string
}

/** Shown instead of a small part of a screen that failed to load. */
export function RetryRow({ query: { error, isFetching, refetch }, text, className }: RetryRowProps) {
  return (
    <div role="alert" className={classNames('flex flex-wrap items-center gap-3 text-sm text-soft', className)}>
      <p>{sentenceOf(error, text)}</p>
      <Button size="s" isLoading={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}
