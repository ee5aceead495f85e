import { timeOfDay } from '../texts.ts'

interface AsOfProps {
  dataUpdatedAt: number
  isError: boolean
}

/** When figures were read: the state of their query. */
export function AsOf({ dataUpdatedAt, isError }: AsOfProps) {
  return (
    <span className="text-sm text-faint tabular-nums">
      {isError && 'Couldn’t refresh. '}As of{' '}
      <time dateTime={new Date(dataUpdatedAt).toISOString()}>{timeOfDay(dataUpdatedAt)}</time>
    </span>
  )
}
