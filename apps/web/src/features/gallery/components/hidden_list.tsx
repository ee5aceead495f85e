import type { HidingKind } from '#modules/gallery/api'
import { useHidings, useUnhide } from '#web/components/shared/hidings'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button } from '#web/components/ui/button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'

const kindNames: Record<HidingKind, string> = {
  character: 'Hidden character',
  creator: 'Hidden creator',
  person: 'Blocked person',
}

/** The characters and creators that the user hides, and the people that the user blocks. */
export function HiddenList() {
  const query = useHidings()
  const unhide = useUnhide()
  if (query.isPending)
    return (
      <Loading label="Loading what you hide">
        <Skeleton className="h-16 rounded-card" />
      </Loading>
    )
  if (!query.data) return <LoadFailed size="panel" title="Couldn’t load what you hide" query={query} />
  if (query.data.length === 0)
    return <p className="text-faint">You hide nothing. The menus of characters and the flags at comments do that.</p>
  return (
    <BorderedList label="Hidden and blocked">
      {query.data.map(({ kind, id, name }) => (
        <li key={`${kind} ${id}`} className="flex items-center justify-between gap-4 px-4 py-3">
          <span className="min-w-0">
            <span className="block truncate font-semibold">{name ?? 'No longer public'}</span>
            <span className="block text-sm text-faint">{kindNames[kind]}</span>
          </span>
          <Button
            size="s"
            aria-label={`${kind === 'person' ? 'Unblock' : 'Show'} ${name ?? 'this'}`}
            isLoading={unhide.isPending && unhide.variables.id === id && unhide.variables.kind === kind}
            onClick={() => unhide.mutate({ kind, id })}
          >
            {kind === 'person' ? 'Unblock' : 'Show'}
          </Button>
        </li>
      ))}
    </BorderedList>
  )
}
