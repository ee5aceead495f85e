import { useInfiniteQuery } from '@tanstack/react-query'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { countOf } from '#web/lib/count_of'
import { groupByDay } from '#web/lib/group_by_day'
import { transactionsQuery } from '../transactions_query.ts'
import { TransactionRow } from './transaction_row.tsx'

/** All ruby transactions, newest first, in pages. */
export function History() {
  const list = useInfiniteQuery(transactionsQuery())
  if (list.isPending) return <HistorySkeleton />
  if (!list.data) return <LoadFailed title="Couldn’t load your history" query={list} />
  const transactions = list.data.pages.flatMap((page) => page.items)
  if (transactions.length === 0)
    return (
      <EmptyState icon={<ReceiptText />} title="No Transactions Yet" text="All changes to your balance appear here." />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <p role="status" className="sr-only">
        {countOf(transactions.length, 'transaction')} shown
      </p>
      {groupByDay(transactions).map(({ name, items: lines }, index) => (
        <section key={`${name} ${lines[0]?.id}`} aria-label={name}>
          <div className="mb-2.5 flex items-end gap-4 px-4 text-sm sm:px-5">
            <h2 className="flex-1 font-semibold text-soft">{name}</h2>
            {index === 0 && (
              <span aria-hidden className="w-24 text-right text-xs text-faint max-sm:hidden">
                Balance
              </span>
            )}
          </div>
          <BorderedList>
            {lines.map((transaction) => (
              <TransactionRow key={transaction.id} transaction={transaction} />
            ))}
          </BorderedList>
        </section>
      ))}
      <div className="flex flex-col items-center gap-3 text-center">
        {list.isFetchNextPageError && (
          <p role="alert" className="text-danger-text">
            Couldn’t load more transactions.
          </p>
        )}
        {list.hasNextPage ? (
          <Button isLoading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        ) : (
          list.data.pages.length > 1 && (
            <p ref={takeFocus} tabIndex={-1} className="text-sm text-faint outline-none">
              That’s everything.
            </p>
          )
        )}
      </div>
    </div>
  )
}

/** Takes over the focus of the Show more button, which this replaces. */
const takeFocus = (end: HTMLElement | null) => void end?.focus({ preventScroll: true })

const skeletonCount = 5

function HistorySkeleton() {
  return (
    <Loading label="Loading transactions">
      <Skeleton className="mx-4 mb-2.5 h-5 w-20 sm:mx-5" />
      <BorderedList>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <li key={index} data-testid="transaction-skeleton" className="flex items-center gap-4 px-4 py-4 sm:px-5">
            <Skeleton className="h-5.5 w-20 rounded-full sm:mr-14" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-3 w-14" />
            </div>
            <Skeleton className="h-5 w-14" />
          </li>
        ))}
      </BorderedList>
    </Loading>
  )
}
