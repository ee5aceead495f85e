import {
  caseStates,
  reasons,
  thingKinds,
  type CaseState,
  type ListedCase,
  type Reason,
  type ThingKind,
} from '#modules/moderation/api'
import Inbox from 'lucide-react/icons/inbox'
import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { Field, NativeSelect } from '#web/components/ui/field'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { PagedResults } from '#web/components/ui/paged_results'
import { Segments } from '#web/components/ui/segments'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { classNames } from '#web/lib/class_names'
import { useCases } from '../cases.ts'
import { CaseLink } from '../components/case_link.tsx'
import { CaseView } from '../components/case_view.tsx'
import { stateNames, thingNames } from '../texts.ts'
import { useShortcuts } from '../use_shortcuts.ts'

const stateOptions = caseStates.map((value) => ({ value, label: stateNames[value] }))
const kindOptions = { '': 'All things', ...Object.fromEntries(thingKinds.map((kind) => [kind, thingNames[kind]])) }
const reasonOptions = {
  '': 'All reasons',
  ...Object.fromEntries(Object.entries(reasons).map(([value, { label }]) => [value, label])),
}

/** The filter and the open case, which the address has. */
function useQueueAddress() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const state = caseStates.find((each) => each === query.get('state')) ?? 'open'
  const kind = thingKinds.find((each) => each === query.get('kind'))
  const reason = Object.hasOwn(reasons, query.get('reason') ?? '') ? (query.get('reason') as Reason) : undefined
  const addressWith = (changes: Record<string, string>) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes))
      if (value === '') next.delete(name)
      else next.set(name, value)
    return `?${next}`
  }
  const go = (changes: Record<string, string>) =>
    void navigate(addressWith(changes), { replace: true, preventScrollReset: true })
  return { filter: { state, kind, reason }, openId: query.get('case'), addressWith, go }
}

/** The moderators' queue: cases beside the open one. J and K move through it, and the first letters of decisions choose them. */
export function QueueScreen({ selfId, nav }: { selfId: string; nav: ReactNode }) {
  const { filter, openId, addressWith, go } = useQueueAddress()
  const list = useCases(filter)
  const cases = list.data?.pages.flatMap((page) => page.items) ?? []
  const details = useRef<HTMLDivElement>(null)

  useShortcuts((key) => {
    if (key !== 'j' && key !== 'k') return false
    const at = cases.findIndex(({ id }) => id === openId)
    const next = cases[at === -1 ? 0 : at + (key === 'j' ? 1 : -1)]
    if (next) go({ case: next.id })
    else if (key === 'j' && list.hasNextPage) void list.fetchNextPage()
    return true
  })
  useEffect(() => {
    if (openId !== null) details.current?.focus({ preventScroll: window.matchMedia?.('(min-width: 64rem)').matches })
  }, [openId])

  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader
        title="Reports"
        lead={<span className="pointer-coarse:hidden">Press J and K to move through the queue.</span>}
      />
      {nav}
      <div className={classNames('mb-6 flex flex-wrap items-end gap-x-5 gap-y-3', openId !== null && 'max-lg:hidden')}>
        <Segments
          label="State"
          options={stateOptions}
          value={filter.state}
          onChange={(state: CaseState) => go({ state, case: '' })}
        />
        <Field label="Thing" className="w-40 max-sm:w-full">
          <NativeSelect
            options={kindOptions}
            value={filter.kind ?? ''}
            onChange={({ target }) => go({ kind: target.value as ThingKind, case: '' })}
          />
        </Field>
        <Field label="Reason" className="w-60 max-sm:w-full">
          <NativeSelect
            options={reasonOptions}
            value={filter.reason ?? ''}
            onChange={({ target }) => go({ reason: target.value, case: '' })}
          />
        </Field>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className={classNames(openId !== null && 'max-lg:hidden')}>
          <CaseList
            list={list}
            cases={cases}
            state={filter.state}
            openId={openId}
            addressOf={(id) => addressWith({ case: id })}
          />
        </div>
        <div ref={details} tabIndex={-1} className={classNames('outline-none', openId === null && 'max-lg:hidden')}>
          {openId === null ? (
            <EmptyState size="panel" icon={<Inbox />} title="Choose a case" />
          ) : (
            <>
              <Button look="quiet" size="s" className="mb-3 -ml-3 lg:hidden" onClick={() => go({ case: '' })}>
                Back to the queue
              </Button>
              <CaseView key={openId} id={openId} selfId={selfId} addressOf={(id) => addressWith({ case: id })} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

interface CaseListProps {
  list: ReturnType<typeof useCases>
  cases: readonly ListedCase[]
  state: CaseState
  openId: string | null
  addressOf: (id: string) => string
}

const emptyTitles: Record<CaseState, string> = {
  open: 'No open reports',
  appealed: 'No open appeals',
  closed: 'Nothing decided yet',
}

function CaseList({ list, cases, state, openId, addressOf }: CaseListProps) {
  if (list.isPending || (list.isPlaceholderData && cases.length === 0))
    return (
      <Loading label="Loading cases" className="grid gap-2">
        <Skeleton className="h-18 rounded-card" />
        <Skeleton className="h-18 rounded-card" />
        <Skeleton className="h-18 rounded-card" />
      </Loading>
    )
  if (!list.data) return <LoadFailed size="panel" title="Couldn’t load the queue" query={list} />
  if (cases.length === 0) return <EmptyState size="panel" icon={<Inbox />} title={emptyTitles[state]} />
  return (
    <PagedResults list={list} count={cases.length} itemName="case" itemsName="cases" isManual>
      <BorderedList label="Cases" as="ol">
        {cases.map((each) => (
          <li key={each.id}>
            <CaseLink listed={each} to={addressOf(each.id)} isCurrent={each.id === openId} />
          </li>
        ))}
      </BorderedList>
    </PagedResults>
  )
}
