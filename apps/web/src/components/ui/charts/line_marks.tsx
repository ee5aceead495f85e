import { classNames } from '#web/lib/class_names'
import { fractionOf, type ChartScale } from './chart_scale.ts'
import { toneFills, toneStrokes, type ChartSeries } from './chart_series.ts'

interface MarksProps {
  series: readonly ChartSeries[]
  count: number
  scale: ChartScale
  active: number | null
}

/** One line per series. It breaks where nothing was measured; an isolated value is a dot. */
export function LineMarks({ series, count, scale, active }: MarksProps) {
  const across = (at: number) => ((at + 0.5) / count) * 100
  const up = (value: number) => fractionOf(value, scale) * 100
  return series.map(({ name, tone, values, isDashed }) => (
    <div key={name} aria-hidden className="absolute inset-0">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full overflow-visible">
        <path
          d={pathOf(values, (value, at) => `${round(across(at))} ${round(100 - up(value))}`)}
          className={classNames('fill-none', toneStrokes[tone])}
          strokeWidth="2"
          strokeLinejoin="round"
          strokeLinecap="round"
          strokeDasharray={isDashed ? '5 4' : undefined}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {values.map(
        (value, at) =>
          value !== null &&
          (at === active || isIsolated(values, at)) && (
            <span
              key={at}
              className={classNames(
                'absolute size-2 -translate-x-1/2 translate-y-1/2 rounded-full ring-2 ring-raised forced-colors:bg-[CanvasText]',
                toneFills[tone]
              )}
              style={{ left: `${across(at)}%`, bottom: `${up(value)}%` }}
            />
          )
      )}
    </div>
  ))
}

/** An SVG path with one segment per run of known values. */
export function pathOf(values: readonly (number | null)[], point: (value: number, at: number) => string): string {
  return values
    .map((value, at) => (value === null ? '' : `${(values[at - 1] ?? null) === null ? 'M' : 'L'}${point(value, at)}`))
    .join('')
}

const isIsolated = (values: readonly (number | null)[], at: number) =>
  (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null

const round = (share: number) => Math.round(share * 100) / 100
