import type { LedgerCheckReport } from '#modules/economy/api'
import { Alert } from '#web/components/ui/alert'
import { countOf } from '#web/lib/count_of'
import { formatCount } from '../format_count.ts'
import { durationText } from '../duration_text.ts'
import { Panel } from './panel.tsx'

/** The last ledger check: whether every balance equals the sum of its transactions. */
export function LedgerPanel({ ledger }: { ledger: LedgerCheckReport | null }) {
  return (
    <Panel title="Ledger check">
      {ledger === null || (ledger.accounts === 0 && ledger.problemCount === 0) ? (
        <p className="text-ui text-soft">Not checked yet. The servers check it every hour.</p>
      ) : (
        <>
          {ledger.problemCount === 0 ? (
            <Alert tone="success" title="The ledger is balanced">
              Every balance equals the sum of its transactions.
            </Alert>
          ) : (
            <Alert tone="danger" title={`${countOf(ledger.problemCount, 'balance is', 'balances are')} off`}>
              <ul className="mt-1 grid gap-1.5">
                {ledger.problems.map(({ userId, problem }) => (
                  <li key={`${userId} ${problem}`} className="break-words">
                    <code className="text-sm break-all">{userId}</code>: {problem}
                  </li>
                ))}
                {ledger.problemCount > ledger.problems.length && (
                  <li>And {formatCount(ledger.problemCount - ledger.problems.length)} more: run verify-ledger.</li>
                )}
              </ul>
            </Alert>
          )}
          <p className="mt-3 text-sm text-faint">
            {countOf(ledger.accounts, 'account')} in {durationText(ledger.tookMs)},{' '}
            <time dateTime={ledger.finishedAt}>{when.format(new Date(ledger.finishedAt))}</time>
          </p>
        </>
      )}
    </Panel>
  )
}

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
