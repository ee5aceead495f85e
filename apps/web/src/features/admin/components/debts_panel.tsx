import type { AdminDebt } from '#modules/admin/api'
import { Rubies } from '#web/components/shared/rubies'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { debtsShown, useDebts } from '../queries.ts'
import { Panel } from './panel.tsx'

/** Users who owe rubies after a refund or dispute. */
export function DebtsPanel() {
  const list = useDebts()
  return (
    <Panel title="Debts">
      {list.isPending ? (
        <Loading label="Loading debts" className="grid gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Loading>
      ) : !list.data ? (
        <LoadFailed title="Couldn’t load the debts" size="panel" query={list} />
      ) : list.data.items.length === 0 ? (
        <p className="text-ui text-soft">
          No debts. A debt arises when a payment is reversed after its rubies were spent.
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {list.data.items.map((debt) => (
              <Debt key={debt.userId} {...debt} />
            ))}
          </ul>
          {list.data.next !== null && <p className="mt-3 text-sm text-faint">The {debtsShown} largest are shown.</p>}
        </>
      )}
    </Panel>
  )
}

function Debt({ userId, user, debt, since, lines }: AdminDebt) {
  return (
    <li className="flex items-start justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="text-ui font-semibold wrap-anywhere">{user ? user.name || user.email : userId}</p>
        {user?.name && <p className="text-sm wrap-anywhere text-soft">{user.email}</p>}
        <p className="text-sm break-words text-faint">
          Since <time dateTime={since}>{day.format(new Date(since))}</time>
          {lines[0] && `, last: ${lines[0].description}`}
        </p>
      </div>
      <Rubies amount={debt} className="text-warning-text" />
    </li>
  )
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
