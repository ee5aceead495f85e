import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { Checkbox } from '#web/components/ui/toggle'
import { countOf } from '#web/lib/count_of'
import { RetryRow } from '#web/components/ui/retry_row'
import { useLorebooks } from './lorebook_queries.ts'

interface LorebookChoiceProps {
  chosen: readonly string[]
  onChange: (ids: string[]) => void
  max: number
  /** Shown when `max` are chosen. */
  fullText: string
  /** Books that are always on take part anyway, so they can't be chosen. */
  showsAlwaysOn?: boolean
}

/** Checkboxes for the user's own lorebooks. Chosen ones that were deleted can be removed. */
export function LorebookChoice({ chosen, onChange, max, fullText, showsAlwaysOn = false }: LorebookChoiceProps) {
  const query = useLorebooks()
  const { data, error } = query
  if (!data && error) {
    return <RetryRow query={query} text="Couldn’t load your lorebooks." />
  }
  if (!data) {
    return (
      <Loading label="Loading your lorebooks" className="grid gap-2">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </Loading>
    )
  }
  const gone = chosen.filter((id) => !data.some((book) => book.id === id))
  if (data.length === 0 && gone.length === 0) return <p className="text-sm text-soft">You have no lorebooks yet.</p>
  const isFull = chosen.length >= max
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <>
      <ul className="max-h-88 overflow-y-auto">
        {data.map(({ id, name, entryCount, alwaysOn }) => {
          const isFixed = showsAlwaysOn && alwaysOn
          const entries = countOf(entryCount, 'entry', 'entries')
          return (
            <li key={id}>
              <Checkbox
                label={name}
                hint={isFixed ? `Always on · ${entries}` : entries}
                checked={isFixed || chosen.includes(id)}
                disabled={isFixed || (isFull && !chosen.includes(id))}
                onChange={() => toggle(id)}
              />
            </li>
          )
        })}
        {gone.map((id) => (
          <li key={id}>
            <Checkbox label="A deleted lorebook" hint="It does nothing." checked onChange={() => toggle(id)} />
          </li>
        ))}
      </ul>
      {isFull && <p className="text-sm text-soft">{fullText}</p>}
    </>
  )
}
