import { publicName } from '#modules/accounts/api'
import type { HeldReview, HeldReviewDetails } from '#modules/gallery/api'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { Link, useSearchParams } from 'react-router-dom'
import { Badge } from '#web/components/ui/badge'
import { BorderedList } from '#web/components/ui/bordered_list'
import { ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { PagedResults } from '#web/components/ui/paged_results'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { isStatus } from '#web/lib/api_error'
import { relativeTime } from '#web/lib/relative_time'
import { screens } from '#web/screens'
import { AdminNav } from '../components/admin_nav.tsx'
import { DecisionForm } from '../components/decision_form.tsx'
import { HeldContent } from '../components/held_content.tsx'
import { RowsSkeleton } from '../components/rows_skeleton.tsx'
import { causeName, kindNames, useContentSweep, useHeld, useHeldList } from '../held.ts'
import { formatCount } from '../texts.ts'

/** Content that isn't published before a moderator has decided. The open item is in the URL. */
export function HeldScreen({ isAdmin }: { isAdmin: boolean }) {
  const [query] = useSearchParams()
  const id = query.get('review')
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Held for review" lead="Content that waits for the decision of a moderator.">
        {id !== null && <ButtonLink to={screens.adminHeld.path}>All held content</ButtonLink>}
      </PageHeader>
      {isAdmin && <AdminNav current={screens.adminHeld.path} />}
      {id === null && <Sweep />}
      {id === null ? <HeldList /> : <Held id={id} />}
    </div>
  )
}

/** How far the providers are with what was public before they were chosen. */
function Sweep() {
  const { data } = useContentSweep()
  const sweep = data?.sweep
  if (!sweep || (sweep.isDone && sweep.judged === 0)) return null
  const { judged, held, isDone } = sweep
  return (
    <p className="mb-6 text-sm text-soft">
      {isDone ? 'All that was public before was looked at' : 'What was public before is being looked at'}:{' '}
      <span className="tabular-nums">
        {formatCount(judged)}
        {isDone ? ', ' : ' so far, '}
        {formatCount(held)} held
      </span>
    </p>
  )
}

function HeldList() {
  const list = useHeldList()
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isPending) return <RowsSkeleton label="Loading held content" />
  if (!list.data) return <LoadFailed title="Couldn’t load held content" query={list} />
  if (items.length === 0)
    return <EmptyState icon={<ShieldCheck />} title="Nothing to review" text="Held content appears here." />
  return (
    <PagedResults list={list} count={items.length} itemName="item" itemsName="items">
      <BorderedList as="ol" label="Held content">
        {items.map((item) => (
          <HeldRow key={item.id} item={item} />
        ))}
      </BorderedList>
    </PagedResults>
  )
}

function HeldRow({ item }: { item: HeldReview }) {
  return (
    <li>
      <Link
        to={screens.adminHeld.href({}, { review: item.id })}
        className="grid min-h-touch gap-1.5 px-4 py-3.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 text-ui font-semibold break-words">{titleOf(item)}</span>
          <time dateTime={item.heldAt} className="text-sm text-faint">
            {relativeTime(item.heldAt)}
          </time>
        </span>
        <span className="line-clamp-2 text-sm break-words text-soft">{item.excerpt}</span>
        <Causes item={item} />
      </Link>
    </li>
  )
}

const titleOf = ({ kind, characterName, author }: HeldReview): string => {
  if (kind === 'profile') return `Profile of ${publicName(author)}`
  const by = `by ${publicName(author)}`
  return kind === 'comment' ? `Comment on ${characterName} ${by}` : `${characterName} ${by}`
}

function Causes({ item: { causes, isEscalated } }: { item: HeldReview }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {causes.map((cause, index) => (
        <Badge key={cause} tone={isEscalated && index === 0 ? 'danger' : 'neutral'}>
          {causeName(cause)}
        </Badge>
      ))}
    </span>
  )
}

function Held({ id }: { id: string }) {
  const query = useHeld(id)
  if (query.isPending)
    return (
      <Loading label="Loading held content">
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="mt-3 h-64 w-full" />
      </Loading>
    )
  if (isStatus(query.error, 404))
    return (
      <EmptyState
        icon={<ShieldCheck />}
        title="Not held any more"
        text="It was decided, changed or deleted meanwhile."
      />
    )
  if (!query.data) return <LoadFailed title="Couldn’t load held content" query={query} />
  return <HeldItem item={query.data} />
}

function HeldItem({ item }: { item: HeldReviewDetails }) {
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <article className="min-w-0">
        <h2 className="display text-xl break-words">{titleOf(item)}</h2>
        <div className="mt-3 mb-6 flex flex-wrap gap-1.5">
          <Badge>{kindNames[item.kind]}</Badge>
          {item.isAdult && <Badge>Adult</Badge>}
          <Causes item={item} />
        </div>
        <HeldContent item={item} />
      </article>
      <DecisionForm key={item.id} item={item} />
    </div>
  )
}
