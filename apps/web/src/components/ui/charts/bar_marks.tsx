import { classNames } from '#web/lib/class_names'
import { fractionOf, type ChartScale } from './chart_scale.ts'
import { toneFills, type ChartSeries } from './chart_series.ts'

interface MarksProps {
  series: readonly ChartSeries[]
  count: number
  scale: ChartScale
  active: number | null
}

/** One bar per point and series, up or down from zero. A non-zero value is at least 2 px high. */
export function BarMarks({ series, count, scale, active }: MarksProps) {
  const zero = fractionOf(0, scale)
  return series.map(({ name, tone, values, isDown }) => (
    <div
      key={name}
      aria-hidden
      className="absolute inset-x-0 grid auto-cols-fr grid-flow-col"
      style={isDown ? { top: percent(1 - zero), bottom: 0 } : { bottom: percent(zero), top: 0 }}
    >
      {values.slice(0, count).map((value, at) => (
        <span key={at} className={classNames('flex justify-center px-[12%]', isDown ? 'items-start' : 'items-end')}>
          {value !== null && value > 0 && (
            <span
              className={classNames(
                'w-full max-w-9 transition-[height,opacity] duration-medium ease-out forced-colors:bg-[CanvasText]',
                isDown ? 'rounded-b-[0.2rem]' : 'rounded-t-[0.2rem]',
                toneFills[tone],
                active !== null && active !== at && 'opacity-45'
              )}
              style={{ height: `max(2px, ${percent(shareWithin(value, scale, isDown))})` }}
            />
          )}
        </span>
      ))}
    </div>
  ))
}

const percent = (share: number) => `${share * 100}%`

/** The fraction of its side of the zero line that a value fills. */
function shareWithin(value: number, scale: ChartScale, isDown = false): number {
  const end = isDown ? -(scale[0] ?? 0) : (scale.at(-1) ?? 0)
  return end === 0 ? 0 : value / end
}
