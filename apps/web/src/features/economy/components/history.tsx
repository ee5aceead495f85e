import type { RubyTransaction, TransactionType } from '#modules/economy/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import ReceiptText from 'lucide-react/icons/receipt-text'
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button, ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { countOf } from '#web/lib/count_of'
import { groupByDay } from '#web/lib/group_by_day'
import { Badge } from '#web/components/ui/badge'
import { RubyIcon } from '#web/components/shared/ruby_icon'
import { classNames } from '#web/lib/class_names'
import { rubiesText } from '#web/components/shared/rubies_text'
import { screens } from '#web/screens'
import { transactionsQuery } from '../transactions_query.ts'

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

/** One transaction. Sign and arrow convey what the colour does. */
function TransactionRow({ transaction }: { transaction: RubyTransaction }) {
  const { amount, type, description, createdAt, balanceAfter } = transaction
  const isCredit = amount > 0
  const Arrow = isCredit ? ArrowDownLeft : ArrowUpRight
  const count = Math.abs(amount)
  const receiptId = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    // `content-visibility` skips rendering rows outside the viewport.
    <li className="px-4 py-3 [contain-intrinsic-size:auto_5rem] [content-visibility:auto] sm:px-5">
      <div className="flex items-start gap-x-4 sm:items-center">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
          <span className="flex sm:w-34">
            <Badge tone={isCredit ? 'success' : 'danger'}>
              <span className="inline-flex items-center gap-1">
                <Arrow aria-hidden className="size-3 shrink-0" />
                {transactionName(type)}
              </span>
            </Badge>
          </span>
          <div className="min-w-0 flex-1 basis-44">
            <p className="text-pretty break-words">{description}</p>
            <div className="flex flex-wrap items-center gap-x-4 text-sm text-faint">
              <p>
                <time dateTime={createdAt}>{formatTime(createdAt)}</time>
                <span className="sm:hidden"> · Balance {balanceAfter.toLocaleString('en')}</span>
              </p>
              {isCharge(type) && (
                <Button
                  look="quiet"
                  size="s"
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? receiptId : undefined}
                  onClick={() => setIsOpen(!isOpen)}
                  className="-my-1.5 -ml-3"
                >
                  Receipt <span className="sr-only">for {description}</span>
                  <ChevronDown
                    aria-hidden
                    className={classNames('size-4 transition-[rotate] duration-medium', isOpen && 'rotate-180')}
                  />
                </Button>
              )}
            </div>
          </div>
        </div>
        <p
          className={classNames(
            'shrink-0 text-right font-semibold tabular-nums sm:w-24',
            isCredit ? 'text-success-text' : 'text-danger-text'
          )}
        >
          <span aria-hidden className="inline-flex items-center gap-1.5">
            {isCredit ? '+' : '−'}
            {count.toLocaleString('en')}
            <RubyIcon className="size-3.5" />
          </span>
          <span className="sr-only">
            {rubiesText(count)} {isCredit ? 'received' : 'spent'}
          </span>
        </p>
        <p className="w-24 shrink-0 text-right text-sm text-faint tabular-nums max-sm:hidden">
          <span className="sr-only">Balance after: </span>
          {balanceAfter.toLocaleString('en')}
        </p>
      </div>
      {isOpen && (
        <div id={receiptId} className="animate-fade sm:pl-38">
          <Receipt transaction={transaction} />
        </div>
      )}
    </li>
  )
}

const formatTime = (iso: string) => new Date(iso).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })

/** The receipt of one reply, with a link to its chat. */
function Receipt({ transaction: { id, amount, balanceAfter, createdAt, chat } }: { transaction: RubyTransaction }) {
  const details = [
    ['Paid', rubiesText(-amount)],
    ['Balance', `${(balanceAfter - amount).toLocaleString('en')} before, ${balanceAfter.toLocaleString('en')} after`],
    ['Date', new Date(createdAt).toLocaleString('en', { dateStyle: 'long', timeStyle: 'medium' })],
    ['Receipt number', id],
  ]
  return (
    <div className="mt-2 rounded-panel border border-line bg-sunken p-4 text-sm">
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr]">
        {details.map(([name, value]) => (
          <div key={name} className="sm:contents">
            <dt className="text-faint">{name}</dt>
            <dd className="min-w-0 break-all tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {chat && (
        <ButtonLink
          to={
            chat.characterId === null
              ? screens.group.href({ groupId: chat.sessionId })
              : screens.chat.href({ characterId: chat.characterId }, { session: chat.sessionId })
          }
          size="s"
          className="mt-3"
        >
          Open the chat
        </ButtonLink>
      )}
      {chat === null && <p className="mt-3 text-faint">The chat has been deleted.</p>}
    </div>
  )
}

const names: Record<TransactionType, string> = {
  welcome: 'Welcome',
  daily_reward: 'Daily reward',
  discord_reward: 'Discord reward',
  purchase: 'Purchase',
  code: 'Code',
  share: 'Share',
  refund: 'Refund',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  refund_failed: 'Refund failed',
  debt_payment: 'Debt payment',
  chat: 'Chat',
  reroll: 'Reroll',
  picture: 'Picture',
  speech: 'Read aloud',
  admin_grant: 'Granted',
  admin_deduction: 'Deducted',
}

/** Falls back to the raw type, which may be newer than this page. */
const transactionName = (type: TransactionType): string => names[type] ?? type

/** Whether the transaction paid for a reply, and so has a receipt. */
const isCharge = (type: TransactionType): boolean => type === 'chat' || type === 'reroll'
