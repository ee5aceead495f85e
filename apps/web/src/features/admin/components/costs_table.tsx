import type { Costs } from '#modules/costs/api'
import { useId, type ReactNode } from 'react'
import { hasRubies } from '#web/lib/has_rubies'
import { dollarsText } from '../costs.ts'
import { formatCount } from '../texts.ts'

/** A cost is unknown where any reply has no tokens or price. */
const costText = ({ replies, uncounted, unpriced, microdollars }: Costs) => {
  const unknown = uncounted + unpriced
  if (replies > 0 && unknown === replies) return 'Unknown'
  return unknown > 0 ? `${dollarsText(microdollars)} and more` : dollarsText(microdollars)
}

const columnsOf = (costs: Costs) => [
  ['Replies', formatCount(costs.replies)],
  ['Tokens in', formatCount(costs.inputTokens)],
  ['Tokens out', formatCount(costs.outputTokens)],
  ...(hasRubies()
    ? [
        ['Rubies taken', formatCount(costs.rubiesTaken)],
        ['Given back', formatCount(costs.rubiesGivenBack)],
      ]
    : []),
  ['Cost', costText(costs)],
]

interface CostsTableProps {
  title: string
  /** The name of the first column. */
  what: string
  lines: readonly { key: string; name: ReactNode; costs: Costs; action?: ReactNode }[]
  /** The name of the last column. */
  action?: string
}

/** Wide tables scroll. */
export function CostsTable({ title, what, lines, action }: CostsTableProps) {
  const id = useId()
  const [first] = lines
  if (!first) return null
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
              {columnsOf(first.costs).map(([name]) => (
                <th key={name} scope="col" className={`${cell} text-right font-medium whitespace-nowrap`}>
                  {name}
                </th>
              ))}
              {action !== undefined && (
                <th scope="col" className={`${cell} text-left font-medium whitespace-nowrap`}>
                  {action}
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {lines.map(({ key, name, costs, action: shown }) => (
              <tr key={key}>
                <th scope="row" className={`${cell} max-w-64 min-w-32 text-left font-semibold wrap-anywhere`}>
                  {name}
                </th>
                {columnsOf(costs).map(([column, value]) => (
                  <td key={column} className={`${cell} text-right whitespace-nowrap tabular-nums`}>
                    {value}
                  </td>
                ))}
                {action !== undefined && <td className={`${cell} whitespace-nowrap`}>{shown}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const cell = 'px-3 py-2.5 first:pl-5 last:pr-5'
