import { reasons, type CaseDetails, type CaseNotice, type CaseReport, type ListedCase } from '#modules/moderation/api'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Badge } from '#web/components/ui/badge'
import { BorderedList } from '#web/components/ui/bordered_list'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Segments } from '#web/components/ui/segments'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { isStatus } from '#web/lib/api_error'
import { relativeTime } from '#web/lib/relative_time'
import { screens } from '#web/screens'
import { useCase } from '../cases.ts'
import { thingNames } from '../texts.ts'
import { CaseLink } from './case_link.tsx'
import { DecisionForm } from './decision_form.tsx'
import { DecisionView } from './decision_view.tsx'
import { SnapshotView } from './snapshot_view.tsx'

interface CaseViewProps {
  id: string
  selfId: string
  /** The address of another case. */
  addressOf: (id: string) => string
}

/** A case with everything for a decision. */
export function CaseView({ id, selfId, addressOf }: CaseViewProps) {
  const query = useCase(id)
  if (query.isPending)
    return (
      <Loading label="Loading the case" className="grid gap-4">
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-64 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </Loading>
    )
  if (!query.data)
    return (
      <LoadFailed
        size="panel"
        title={isStatus(query.error, 404) ? 'This case was deleted' : 'Couldn’t load the case'}
        query={query}
      />
    )
  return <CaseContent of={query.data} selfId={selfId} addressOf={addressOf} />
}

function CaseContent({ of, selfId, addressOf }: Omit<CaseViewProps, 'id'> & { of: CaseDetails }) {
  const { thing, title, author, characterId, reportList, decisions, history, others } = of
  return (
    <article aria-labelledby="case-title" className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <header>
        <p className="mb-1 text-sm text-faint">
          {thingNames[thing.kind]}, reported {relativeTime(of.openedAt)}
        </p>
        <h2 id="case-title" className="display text-2xl break-words">
          {title}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <span>by {author?.name ?? 'a deleted or built-in account'}</span>
          {author?.isDisabled && <Badge tone="warning">Disabled</Badge>}
          {characterId && (
            <Link
              to={screens.character.href({ characterId })}
              className="inline-flex min-h-touch items-center gap-1.5 font-semibold text-accent-text underline underline-offset-4"
            >
              Character
              <ExternalLink aria-hidden className="size-3.5" />
            </Link>
          )}
        </p>
      </header>
      <Snapshots reports={reportList} />
      <Part
        title={of.reports > reportList.length ? `The first ${reportList.length} of ${of.reports} reports` : 'Reports'}
      >
        <BorderedList as="ol">
          {reportList.map((each) => (
            <li key={each.id} className="px-4 py-3">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-semibold">{reasons[each.reason]?.label ?? each.reason}</span>
                <span className="text-sm text-faint">
                  {each.reporter?.name ?? (each.notice ? 'public form' : 'a deleted account')},{' '}
                  {relativeTime(each.createdAt)}
                </span>
              </p>
              {each.notice && <NoticeFacts notice={each.notice} />}
              {each.words && <p className="mt-1 text-ui break-words whitespace-pre-wrap text-soft">{each.words}</p>}
            </li>
          ))}
        </BorderedList>
      </Part>
      {decisions.length > 0 && (
        <Part title="Decisions">
          <BorderedList as="ol">
            {decisions.map((decision) => (
              <DecisionView key={decision.id} decision={decision} selfId={selfId} />
            ))}
          </BorderedList>
        </Part>
      )}
      <Part title={decisions.length > 0 ? 'Decide something else' : 'Decide'}>
        {/* Another decision resets the form. */}
        <DecisionForm key={decisions.length} of={of} />
      </Part>
      <Related title="Earlier cases of this" cases={history} addressOf={addressOf} />
      <Related title="Other cases of the same author" cases={others} addressOf={addressOf} />
    </article>
  )
}

/** The thing as it was at each report that found it changed. */
function Snapshots({ reports }: { reports: readonly CaseReport[] }) {
  const kept = reports.filter(({ snapshot }) => snapshot !== null)
  const [chosen, setChosen] = useState(kept[0]?.id ?? '')
  const shown = kept.find(({ id }) => id === chosen) ?? kept[0]
  if (!shown?.snapshot) return null
  return (
    <Part title="As it was reported">
      {kept.length > 1 && (
        <div className="mb-3">
          <Segments
            label="Version"
            options={kept.map(({ id, createdAt }) => ({ value: id, label: relativeTime(createdAt) }))}
            value={shown.id}
            onChange={setChosen}
          />
        </div>
      )}
      <SnapshotView key={shown.id} snapshot={shown.snapshot} />
    </Part>
  )
}

/** The sender of a notice by the public form. */
function NoticeFacts({ notice: { number, location, isConfirmed, contact } }: { notice: CaseNotice }) {
  return (
    <p className="mt-1 text-sm break-words text-soft">
      {number}, {location}
      <br />
      {contact ? `${contact.name} <${contact.email}>`.trim() : 'Contact deleted'}{' '}
      {!isConfirmed && <Badge tone="warning">Not confirmed</Badge>}
    </p>
  )
}

interface RelatedProps {
  title: string
  cases: readonly ListedCase[]
  addressOf: (id: string) => string
}

function Related({ title, cases, addressOf }: RelatedProps) {
  if (cases.length === 0) return null
  return (
    <Part title={title}>
      <BorderedList>
        {cases.map((each) => (
          <li key={each.id}>
            <CaseLink listed={each} to={addressOf(each.id)} />
          </li>
        ))}
      </BorderedList>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2.5 font-semibold">{title}</h3>
      {children}
    </section>
  )
}
