import type { RubyTransaction } from '#modules/economy/api'
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { Badge } from '#web/components/ui/badge'
import { Button } from '#web/components/ui/button'
import { RubyIcon } from '#web/components/shared/ruby_icon'
import { classNames } from '#web/lib/class_names'
import { rubiesText } from '#web/components/shared/rubies_text'
import { isCharge, transactionName } from '../transaction_names.ts'
import { Receipt } from './receipt.tsx'

/** One transaction. Sign and arrow convey what the colour does. */
export function TransactionRow({ transaction }: { transaction: RubyTransaction }) {
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
