import type { StatisticsCell } from '#modules/community/api'
import { useSearchParams } from 'react-router-dom'
import { Chart } from '#web/components/ui/charts/chart'
import type { ChartSeries } from '#web/components/ui/charts/chart_series'
import { Select } from '#web/components/ui/select'
import {
  averageLength,
  cellsOfLine,
  chartOf,
  formatCount,
  linesByVersion,
  spanNames,
  sumOf,
  versionsName,
  type Statistics,
} from '../statistics.ts'

type Value = (cells: readonly StatisticsCell[]) => number | null

const lengthOf = (cells: readonly StatisticsCell[]) => averageLength(sumOf(cells))

/** The charts of a range. Of a character with several versions, one can be chosen, whose first number is in the URL. */
export function StatisticsCharts({ statistics }: { statistics: Statistics }) {
  const [search, setSearch] = useSearchParams()
  const lines = 'character' in statistics ? linesByVersion(statistics.cells) : []
  const chosen = lines.find(({ first }) => String(first) === search.get('version'))
  const choose = (version: string) =>
    setSearch(
      (params) => {
        params.delete('version')
        if (version) params.set('version', version)
        return params
      },
      { replace: true, preventScrollReset: true }
    )
  return (
    <>
      {lines.length > 1 && (
        <Select
          label="Version"
          className="w-full sm:w-56"
          value={chosen ? String(chosen.first) : ''}
          options={[
            { value: '', label: 'All versions' },
            ...lines.map((line) => ({ value: String(line.first), label: versionsName(line) })),
          ]}
          onChange={choose}
        />
      )}
      <Charts statistics={chosen ? { ...statistics, cells: cellsOfLine(statistics.cells, chosen) } : statistics} />
    </>
  )
}

/** Days without a cell have no value. */
function Charts({ statistics }: { statistics: Statistics }) {
  const [views, talks] = [chartOf(statistics, 'view'), chartOf(statistics, 'talk')]
  const ofKind = (kind: StatisticsCell['kind']) => statistics.cells.filter((cell) => cell.kind === kind)
  const totals = { view: sumOf(ofKind('view')), talk: sumOf(ofKind('talk')) }
  const common = { span: spanNames[statistics.range], empty: 'Fewer than five people' }
  const valuesOf = ({ ofDays }: typeof talks, value: Value) =>
    ofDays.map((cells) => (cells.length === 0 ? null : value(cells)))
  const sums = (name: 'views' | 'chats' | 'messages' | 'rerolls' | 'stops'): Pick<ChartSeries, 'values' | 'total'> => {
    const kind = name === 'views' ? 'view' : 'talk'
    return {
      values: valuesOf(kind === 'view' ? views : talks, (cells) => sumOf(cells)[name]),
      total: formatCount(totals[kind][name]),
    }
  }
  const length = averageLength(totals.talk)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5 md:grid-cols-2">
      <Chart
        {...common}
        title="Views"
        kind="bars"
        places={views.places}
        format={formatCount}
        series={[{ name: 'Views', tone: 'accent', ...sums('views') }]}
      />
      <Chart
        {...common}
        title="New chats"
        kind="bars"
        places={talks.places}
        format={formatCount}
        series={[{ name: 'New chats', tone: 'accent', ...sums('chats') }]}
      />
      <Chart
        {...common}
        title="Messages"
        kind="bars"
        places={talks.places}
        format={formatCount}
        series={[{ name: 'Messages', tone: 'accent', ...sums('messages') }]}
      />
      <Chart
        {...common}
        title="Returning readers"
        kind="bars"
        places={talks.places}
        format={formatCount}
        series={[
          {
            name: 'Returning readers',
            tone: 'accent',
            values: valuesOf(talks, (cells) => returnedOf(cells)),
            // The same people may return on several days, so there is no sum.
            total: most(talks.ofDays.flatMap((cells) => returnedOf(cells) ?? [])),
          },
        ]}
      />
      <Chart
        {...common}
        title="Rerolls and stops"
        kind="lines"
        places={talks.places}
        format={formatCount}
        series={[
          { name: 'rerolls', tone: 'accent', ...sums('rerolls') },
          { name: 'stops', tone: 'quiet', isDashed: true, ...sums('stops') },
        ]}
      />
      <Chart
        {...common}
        title="Answer length, in characters"
        kind="lines"
        places={talks.places}
        format={formatCount}
        series={[
          {
            name: 'Characters',
            tone: 'accent',
            values: valuesOf(talks, lengthOf),
            total: length === null ? '–' : formatCount(length),
          },
        ]}
      />
    </div>
  )
}

/** Null if no cell tells it. */
const returnedOf = (cells: readonly StatisticsCell[]): number | null => {
  const known = cells.flatMap(({ returned }) => returned ?? [])
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0)
}

const most = (counts: readonly number[]): string =>
  counts.length === 0 ? '–' : `up to ${formatCount(Math.max(...counts))}`
