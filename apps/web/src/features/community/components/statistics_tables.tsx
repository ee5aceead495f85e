import type { StatisticsNumbers } from '#modules/community/api'
import { useId, type ReactNode } from 'react'
import { averageLength, bucketName, formatCount, type PartLine } from '../statistics.ts'

const columns = ['Views', 'New chats', 'Messages', 'Rerolls', 'Stops', 'Answer length'] as const

const valuesOf = (numbers: StatisticsNumbers): (number | null)[] => [
  numbers.views,
  numbers.chats,
  numbers.messages,
  numbers.rerolls,
  numbers.stops,
  averageLength(numbers),
]

interface NumbersTableProps {
  title: string
  /** The name of the first column. */
  what: string
  lines: readonly { key: string; name: ReactNode; numbers: StatisticsNumbers }[]
}

/** The totals of versions or characters. Wide tables scroll. */
export function NumbersTable({ title, what, lines }: NumbersTableProps) {
  const id = useId()
  return (
    <div>
      <h2 id={id} className="display mb-3 text-xl">
        {title}
      </h2>
      <div
        role="region"
        aria-labelledby={id}
        tabIndex={0}
        className="relative overflow-x-auto rounded-card border border-line bg-raised"
      >
        <table className="w-full text-ui">
          <thead>
            <tr className="border-b border-line text-sm text-soft">
              <th scope="col" className={`${cell} text-left font-medium`}>
                {what}
              </th>
              {columns.map((name) => (
                <th key={name} scope="col" className={`${cell} text-right font-medium whitespace-nowrap`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {lines.map(({ key, name, numbers }) => (
              <tr key={key}>
                <th scope="row" className={`${cell} max-w-56 min-w-32 text-left font-semibold wrap-anywhere`}>
                  {name}
                </th>
                {valuesOf(numbers).map((value, index) => (
                  <td key={columns[index]} className={`${cell} text-right tabular-nums`}>
                    {value === null ? '–' : formatCount(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const cell = 'px-3 py-2.5 first:pl-5 last:pr-5'

/** How many messages readers had written when they left. */
export function LeftChats({ lines }: { lines: readonly PartLine[] }) {
  const id = useId()
  const all = lines.reduce((sum, { numbers }) => sum + numbers.chats, 0)
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-raised p-4 sm:p-5">
      <h2 id={id} className="text-sm font-semibold text-soft">
        Where readers leave
      </h2>
      <p className="mt-1 text-sm text-faint">Chats without a message for 14 days, by the messages of their reader.</p>
      {all === 0 ? (
        <p className="mt-4 text-soft">Fewer than five people</p>
      ) : (
        <ul className="mt-4 grid gap-3">
          {lines.map((line) => (
            <li key={line.first}>
              <p className="flex justify-between gap-4 text-sm">
                <span>{bucketName(line)}</span>
                <span className="text-soft tabular-nums">
                  {formatCount(line.numbers.chats)} <span aria-hidden>·</span>{' '}
                  {Math.round((line.numbers.chats / all) * 100)} %
                </span>
              </p>
              <div aria-hidden className="mt-1.5 h-2 overflow-clip rounded-full bg-hover">
                <div
                  className="h-full rounded-full bg-accent-text forced-colors:bg-[CanvasText]"
                  style={{ width: `${(line.numbers.chats / all) * 100}%` }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
