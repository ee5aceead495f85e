import ScrollText from 'lucide-react/icons/scroll-text'
import { BorderedList } from '#web/components/ui/bordered_list'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { PagedResults } from '#web/components/ui/paged_results'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { groupByDay } from '#web/lib/group_by_day'
import { useAddressSearch } from '#web/lib/use_address_search'
import { screens } from '#web/screens'
import { useAuditEntries } from '../queries.ts'
import { AuditEntry } from '../components/audit_entry.tsx'
import { AdminNav } from '../components/admin_nav.tsx'
import { ListSearch } from '../components/list_search.tsx'

/** All actions of admins and the operator, newest first. The search is in the URL. */
export function AuditScreen() {
  const { q, text, setText } = useAddressSearch()
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Audit log" lead="What admins did and what changed. Entries can’t be edited.">
        <ListSearch
          list="Audit log"
          label="Search the audit log"
          placeholder="Admin, user or action"
          text={text}
          onText={setText}
        />
      </PageHeader>
      <AdminNav current={screens.adminAudit.path} />
      <AuditEntries q={q} />
    </div>
  )
}

function AuditEntries({ q }: { q: string }) {
  const list = useAuditEntries(q)
  const acts = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isPending || (list.isPlaceholderData && acts.length === 0)) return <AuditEntriesSkeleton />
  if (!list.data) return <LoadFailed title="Couldn’t load the audit log" query={list} />
  if (acts.length === 0)
    return (
      <EmptyState
        icon={<ScrollText />}
        title="No entries found"
        text={q === '' ? 'Admin actions appear here.' : 'Try a name, an e-mail or a word like “granted”.'}
      />
    )
  return (
    <PagedResults
      list={list}
      count={acts.length}
      itemName="entry"
      itemsName="entries"
      className="grid grid-cols-[minmax(0,1fr)] gap-8"
    >
      {groupByDay(acts, { hasWeekday: true }).map(({ name, items }) => (
        <section key={`${name} ${items[0]?.id}`} aria-label={name}>
          <h2 className="mb-2.5 px-4 text-sm font-semibold text-soft sm:px-5">{name}</h2>
          <BorderedList as="ol">
            {items.map((act) => (
              <AuditEntry key={act.id} act={act} />
            ))}
          </BorderedList>
        </section>
      ))}
    </PagedResults>
  )
}

const skeletonCount = 5

function AuditEntriesSkeleton() {
  return (
    <Loading label="Loading entries">
      <Skeleton className="mx-4 mb-2.5 h-5 w-20 sm:mx-5" />
      <BorderedList as="ol">
        {Array.from({ length: skeletonCount }, (_, index) => (
          <li key={index} className="flex gap-4 px-4 py-4 sm:px-5">
            <Skeleton className="size-9 rounded-full!" />
            <span className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-3 w-1/3" />
              <Skeleton className="h-3 w-28" />
            </span>
          </li>
        ))}
      </BorderedList>
    </Loading>
  )
}
