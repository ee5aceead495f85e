import { useId, type ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'
import { BarMarks } from './bar_marks.tsx'
import { chartScale, fractionOf } from './chart_scale.ts'
import { toneFills, toneStrokes, type ChartPoint, type ChartSeries } from './chart_series.ts'
import { LineMarks } from './line_marks.tsx'
import { useChartCursor } from './use_chart_cursor.ts'

interface ChartProps {
  title: string
  kind: 'bars' | 'lines'
  places: readonly ChartPoint[]
  series: readonly ChartSeries[]
  format: (value: number) => string
  /** The whole range: 'Last 24 hours'. */
  span: string
  /** Shown in the plot when there is no data. */
  empty: string
  className?: string
}

/**
 * A chart of numbers over time. The head shows the totals, or the values at the cursor (pointer or arrow keys). Screen readers get a
 * table. Nothing is conveyed by colour alone.
 */
export function Chart({ title, kind, places, series, format, span, empty, className }: ChartProps) {
  const id = useId()
  const { index, cursorProps } = useChartCursor(places.length)
  const known = series.flatMap(({ values, isDown }) =>
    values.flatMap((value) => (value === null ? [] : [isDown ? -value : value]))
  )
  const scale = chartScale(known)
  const place = index === null ? null : places[index]
  const describe = (at: number) =>
    series.map(({ name, values }) => withSeriesName(series, name, formatValue(values[at], format))).join(', ')
  return (
    <figure
      aria-labelledby={id}
      className={classNames('flex min-w-0 flex-col rounded-card border border-line bg-raised p-4 sm:p-5', className)}
    >
      <figcaption>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={id} className="text-sm font-semibold text-soft">
            {title}
          </h2>
          <p className="text-xs text-faint tabular-nums">{place?.name ?? span}</p>
        </div>
        <div className="mt-1 flex flex-wrap items-baseline gap-x-6 gap-y-1">
          {series.map((item) => (
            <p key={item.name} className="flex items-baseline gap-2">
              <span className="text-2xl font-semibold whitespace-nowrap tabular-nums">
                {index === null ? item.total : formatValue(item.values[index], format)}
              </span>
              {series.length > 1 && (
                <span className="flex items-center gap-1.5 text-sm text-soft">
                  <Swatch series={item} kind={kind} />
                  {item.name}
                </span>
              )}
            </p>
          ))}
        </div>
      </figcaption>
      <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <Levels scale={scale}>{(step) => format(Math.abs(step))}</Levels>
        <div
          role="slider"
          aria-label={`${title}, ${span.toLowerCase()}`}
          aria-orientation="horizontal"
          aria-valuemin={1}
          aria-valuemax={places.length}
          aria-valuenow={(index ?? places.length - 1) + 1}
          aria-valuetext={valueText(places, index ?? places.length - 1, describe)}
          {...cursorProps}
          className="relative h-32 touch-pan-y rounded-[0.25rem] focus-visible:outline-offset-4 sm:h-36"
        >
          <div aria-hidden className="absolute inset-0 flex flex-col-reverse justify-between">
            {scale.map((step) => (
              <span
                key={step}
                className={classNames('h-0 border-t', step === 0 ? 'border-line-strong' : 'border-line')}
              />
            ))}
          </div>
          {places.map(
            ({ flag }, at) =>
              flag !== undefined && (
                <span
                  key={at}
                  aria-hidden
                  className="absolute inset-y-0 border-l border-dashed border-line-strong"
                  style={{ left: `${(at / places.length) * 100}%` }}
                >
                  <span
                    className={classNames(
                      'absolute -top-1 text-xs whitespace-nowrap text-faint',
                      at < places.length / 2 ? 'left-1' : 'right-1'
                    )}
                  >
                    {flag}
                  </span>
                </span>
              )
          )}
          {index !== null && (
            <span
              aria-hidden
              className="absolute inset-y-0 border-x border-line-strong/40 bg-text/6"
              style={{ left: `${(index / places.length) * 100}%`, width: `${100 / places.length}%` }}
            />
          )}
          {kind === 'bars' ? (
            <BarMarks series={series} count={places.length} scale={scale} active={index} />
          ) : (
            <LineMarks series={series} count={places.length} scale={scale} active={index} />
          )}
          {known.every((value) => value === 0) && (
            <p
              className="absolute inset-x-0 px-2 text-center text-sm text-faint"
              style={{ bottom: `calc(${fractionOf(0, scale) * 100}% + 0.75rem)` }}
            >
              {empty}
            </p>
          )}
        </div>
        <div aria-hidden className="relative col-start-2 h-4 text-xs text-faint tabular-nums">
          {places.map(
            ({ mark }, at) =>
              mark !== undefined && (
                <span
                  key={at}
                  className="absolute -translate-x-1/2 whitespace-nowrap"
                  style={{ left: `${((at + 0.5) / places.length) * 100}%` }}
                >
                  {mark}
                </span>
              )
          )}
        </div>
      </div>
      <ChartTable title={title} places={places} series={series} format={format} />
    </figure>
  )
}

/** The labels of the vertical axis. */
function Levels({ scale, children }: { scale: readonly number[]; children: (step: number) => ReactNode }) {
  return (
    <div aria-hidden className="flex flex-col-reverse justify-between text-right text-xs text-faint tabular-nums">
      {scale.map((step) => (
        <span key={step} className="flex h-0 items-center justify-end whitespace-nowrap">
          {children(step)}
        </span>
      ))}
    </div>
  )
}

function Swatch({ series: { tone, isDashed }, kind }: { series: ChartSeries; kind: ChartProps['kind'] }) {
  if (kind === 'bars') return <span aria-hidden className={classNames('size-2.5 rounded-[0.15rem]', toneFills[tone])} />
  return (
    <svg aria-hidden viewBox="0 0 20 4" className={classNames('h-1 w-5', toneStrokes[tone])}>
      <path d="M0 2h20" strokeWidth="2.5" strokeDasharray={isDashed ? '5 3' : undefined} />
    </svg>
  )
}

/** The same numbers for screen readers. */
function ChartTable({ title, places, series, format }: Pick<ChartProps, 'title' | 'places' | 'series' | 'format'>) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}, in numbers</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map(({ name }, at) => (
            <tr key={at}>
              <th scope="row">{name}</th>
              {series.map((item) => (
                <td key={item.name}>{formatValue(item.values[at], format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const formatValue = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? '–' : format(value)

const withSeriesName = (series: readonly ChartSeries[], name: string, text: string) =>
  series.length > 1 ? `${name} ${text}` : text

const valueText = (places: readonly ChartPoint[], at: number, describe: (at: number) => string) =>
  `${places[at]?.name ?? ''}: ${describe(at)}`
