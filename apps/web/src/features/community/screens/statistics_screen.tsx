import type { CharacterStatistics, CreatorStatistics, StatisticsRange } from '#modules/community/api'
import {
  getCharacterStatistics,
  getCharacterStatisticsFile,
  getCreatorStatistics,
  getCreatorStatisticsFile,
} from '#modules/community/calls'
import { addressOf } from '#modules/kernel/calls'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChartColumn from 'lucide-react/icons/chart-column'
import Download from 'lucide-react/icons/download'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { buttonClasses, ButtonLink } from '#web/components/ui/button'
import { ChipLink } from '#web/components/ui/chip'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { callQuery } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'
import { useTitle } from '#web/lib/use_title'
import { screens } from '#web/screens'
import { StatisticsCharts } from '../components/statistics_charts.tsx'
import { LeftChats, NumbersTable } from '../components/statistics_tables.tsx'
import { dayName, linesByVersion, linesOfLeft, versionsName, type Statistics } from '../statistics.ts'

const ranges: readonly StatisticsRange[] = [7, 30, 90]

/** The range is in the URL. */
function useRange(): StatisticsRange {
  const [search] = useSearchParams()
  return ranges.find((range) => String(range) === search.get('days')) ?? 30
}

/** The statistics of all characters of the user together. */
export function CreatorStatisticsScreen() {
  const days = useRange()
  const query = useQuery(callQuery(getCreatorStatistics, { query: { days } }))
  return (
    <Page
      title="Statistics"
      lead="How readers use your characters"
      file={addressOf(getCreatorStatisticsFile, { query: { days } })}
      range={days}
      query={query}
    >
      {({ characters }: CreatorStatistics) =>
        characters.length > 0 && (
          <NumbersTable
            title="By character"
            what="Character"
            lines={characters.map(({ id, name, ...numbers }) => ({
              key: id,
              name:
                name === null ? (
                  'Deleted character'
                ) : (
                  <Link
                    to={screens.characterStatistics.href({ characterId: id }, { days: String(days) })}
                    className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
                  >
                    {name}
                  </Link>
                ),
              numbers,
            }))}
          />
        )
      }
    </Page>
  )
}

/** The statistics of a character, for its owner. */
export function CharacterStatisticsScreen({ id }: { id: string }) {
  const days = useRange()
  const query = useQuery(callQuery(getCharacterStatistics, { params: { id }, query: { days } }))
  const name = query.data?.character.name
  useTitle(name ? `Statistics of ${name}` : 'Statistics')
  if (isStatus(query.error, 404))
    return (
      <EmptyState
        level={1}
        icon={<ChartColumn />}
        title="No statistics"
        text="Only the owner of a character sees its statistics."
      >
        <ButtonLink to={screens.statistics.path} look="primary">
          Your statistics
        </ButtonLink>
      </EmptyState>
    )
  return (
    <Page
      title="Statistics"
      lead={
        name && (
          <Link
            to={screens.character.href({ characterId: id })}
            className="inline-flex min-h-touch items-center font-semibold text-text underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {name}
          </Link>
        )
      }
      back
      file={addressOf(getCharacterStatisticsFile, { params: { id }, query: { days } })}
      range={days}
      query={query}
    >
      {({ cells }: CharacterStatistics) => {
        const lines = linesByVersion(cells)
        return (
          lines.length > 0 && (
            <NumbersTable
              title="By version"
              what="Version"
              lines={lines.map((line) => ({
                key: String(line.first),
                name: versionsName(line),
                numbers: line.numbers,
              }))}
            />
          )
        )
      }}
    </Page>
  )
}

interface PageProps<Answer extends Statistics> {
  title: string
  lead: ReactNode
  /** Links to the statistics of all characters. */
  back?: boolean
  /** The address of the CSV file. */
  file: string
  range: StatisticsRange
  query: UseQueryResult<Answer>
  /** The table below the charts. */
  children: (statistics: Answer) => ReactNode
}

function Page<Answer extends Statistics>({ title, lead, back, file, range, query, children }: PageProps<Answer>) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      {back && (
        <Link
          to={screens.statistics.path}
          className="-ml-1 inline-flex min-h-touch items-center gap-1.5 text-sm font-semibold text-soft hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-4" />
          All characters
        </Link>
      )}
      <PageHeader title={title} lead={lead} />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <nav aria-label="Range" className="flex flex-wrap gap-2">
          {ranges.map((each) => (
            <ChipLink
              key={each}
              to={each === 30 ? '?' : `?days=${each}`}
              replace
              preventScrollReset
              isCurrent={each === range}
            >
              {each} days
            </ChipLink>
          ))}
        </nav>
        {query.data && query.data.cells.length > 0 && (
          <a href={file} download className={buttonClasses()}>
            <Download aria-hidden className="size-4" />
            Download CSV
          </a>
        )}
      </div>
      {query.isPending ? (
        <Loading label="Loading the statistics" className="grid gap-4 sm:gap-5 md:grid-cols-2">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="h-68 rounded-card" />
          ))}
        </Loading>
      ) : !query.data ? (
        <LoadFailed title="Couldn’t load the statistics" query={query} />
      ) : query.data.cells.length === 0 ? (
        <EmptyState icon={<ChartColumn />} title="Fewer than five people" text={emptyText(query.data)} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5">
          {query.data.isCut && (
            <p className="text-sm text-soft">This range has too many numbers. Only the newest ones are shown.</p>
          )}
          <StatisticsCharts statistics={query.data} />
          <LeftChats lines={linesOfLeft(query.data.cells)} />
          {children(query.data)}
          <Notes statistics={query.data} />
        </div>
      )}
    </div>
  )
}

const emptyText = ({ startedOn }: Statistics) =>
  `Numbers appear the day after five people have used a character.${startedOn ? ` Counting began on ${dayName(startedOn)}.` : ''}`

function Notes({ statistics: { startedOn, closedThrough } }: { statistics: Statistics }) {
  return (
    <div className="grid max-w-measure gap-1 text-sm text-faint">
      <p>
        Every number is about five people or more. What fewer people do counts on the day on which the fifth person
        came. Your own use and group chats aren’t counted.
      </p>
      {startedOn && closedThrough && (
        <p>
          Days are in UTC, up to {dayName(closedThrough)}. Counting began on {dayName(startedOn)}.
        </p>
      )}
    </div>
  )
}
