import type { RubyOrder } from '#modules/economy/api'
import { getOrder } from '#modules/economy/calls'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import ExternalLink from 'lucide-react/icons/external-link'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useRefreshUser } from '#web/components/shared/use_refresh_user'
import { toneClasses, type Tone } from '#web/components/ui/badge'
import { Button, buttonClasses } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { InlineSpinner } from '#web/components/ui/inline_spinner'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { classNames } from '#web/lib/class_names'
import { callQuery } from '#web/lib/api_client'
import type { CheckoutOutcome } from '../shop_location.ts'
import { orderStatus } from '../order_status.ts'
import { transactionsQuery } from '../transactions_query.ts'

const slowAfterMs = 20_000

interface OrderPanelProps {
  orderId: string
  outcome: CheckoutOutcome | null
  /** The payment page, if the order was started in this tab. */
  checkoutUrl: string | null
  onDismiss: () => void
}

/** Shows the status of one order and polls until it is settled. */
export function OrderPanel({ orderId, outcome, checkoutUrl, onDismiss }: OrderPanelProps) {
  const refreshUser = useRefreshUser()
  const order = useOrder(orderId)
  const queryClient = useQueryClient()
  const state = order.data?.state
  useEffect(() => {
    if (state === undefined || state === 'open' || state === 'pending') return
    refreshUser()
    void queryClient.invalidateQueries(transactionsQuery())
  }, [state, refreshUser, queryClient])
  const isSlow = useIsSlow(orderId)

  if (!order.data) {
    // Only on the first attempt; during a retry the error stays visible.
    if (order.isPending && order.errorUpdateCount === 0)
      return <Panel tone="neutral" icon={<WaitingIcon />} title="Loading your order" onDismiss={onDismiss} />
    return isStatus(order.error, 404) ? (
      <Panel tone="warning" icon={<CircleAlert />} title="Order not found" onDismiss={onDismiss}>
        Payments are never lost. Check your history.
      </Panel>
    ) : (
      <Panel
        tone="warning"
        icon={<CircleAlert />}
        title="Couldn’t load your order"
        onDismiss={onDismiss}
        action={
          <Button isLoading={order.isFetching} onClick={() => void order.refetch()}>
            Try again
          </Button>
        }
      >
        {sentenceOf(order.error, 'Check your connection and try again.')} Your payment is counted either way.
      </Panel>
    )
  }

  const status = orderStatus(order.data, outcome, isSlow)
  return (
    <Panel
      tone={status.tone}
      icon={status.isWaiting ? <WaitingIcon /> : icons[status.tone]}
      title={status.title}
      onDismiss={onDismiss}
      action={
        state === 'open' &&
        checkoutUrl && (
          <a href={checkoutUrl} target="_blank" rel="noopener" className={buttonClasses('outline')}>
            Open the payment page
            <ExternalLink aria-hidden className="size-4" />
          </a>
        )
      }
    >
      {status.text}
      {order.data.isTest && <strong className="block font-semibold">Test payment: no money moves.</strong>}
    </Panel>
  )
}

const WaitingIcon = () => <InlineSpinner className="text-accent-text" />

const icons: Record<Tone, ReactNode> = {
  neutral: <Info />,
  accent: <Info />,
  success: <CircleCheck />,
  warning: <CircleAlert />,
  danger: <CircleAlert />,
}

interface PanelProps {
  tone: Tone
  icon: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  onDismiss: () => void
}

function Panel({ tone, icon, title, children, action, onDismiss }: PanelProps) {
  const panel = useRef<HTMLElement>(null)
  // The Buy button may be far below. Only once, to leave later scrolling alone.
  useEffect(() => {
    // `void`: some browsers return a promise, which must not become the cleanup.
    void panel.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [])
  return (
    <section
      ref={panel}
      aria-label="Your order"
      className={classNames(
        'relative flex animate-fade scroll-mt-28 flex-wrap items-start gap-x-4 gap-y-3 rounded-card border p-4 pr-14 sm:items-center sm:p-5 sm:pr-16',
        tone === 'neutral' ? 'border-line-strong/70 bg-raised' : toneClasses[tone]
      )}
    >
      <span aria-hidden className="grid size-6 shrink-0 place-items-center [&>svg]:size-6">
        {icon}
      </span>
      <div role="status" className="min-w-0 flex-1 basis-44">
        <p className="font-semibold">{title}</p>
        <div className={classNames('text-ui', tone === 'neutral' && 'text-soft')}>{children}</div>
      </div>
      {action}
      <IconButton
        label="Dismiss"
        icon={<X />}
        onClick={onDismiss}
        className="absolute top-2 right-2 text-current! sm:top-1/2 sm:right-3 sm:-translate-y-1/2"
      />
    </section>
  )
}

function useIsSlow(orderId: string): boolean {
  const [longFor, setLongFor] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLongFor(orderId), slowAfterMs)
    return () => clearTimeout(timer)
  }, [orderId])
  return longFor === orderId
}

/** Polling: often at first, then rarely, for about as long as a checkout stays payable. */
const fastPolling = { everyMs: 2_000, times: 30 }
const slowPolling = { everyMs: 10_000, times: 400 }

/** Polled until the order is settled; also refetched when the window regains focus after paying. */
const useOrder = (orderId: string) =>
  useQuery({
    ...callQuery(getOrder, { params: { id: orderId } }),
    enabled: orderId !== '',
    staleTime: 0,
    refetchOnWindowFocus: ({ state }) => isUnsettled(state.data),
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) => {
      const attempts = dataUpdateCount + errorUpdateCount
      if (!isUnsettled(data) || attempts > slowPolling.times || isStatus(error, 404) || isStatus(error, 401))
        return false
      return attempts < fastPolling.times ? fastPolling.everyMs : slowPolling.everyMs
    },
  })

const isUnsettled = (order: RubyOrder | undefined) =>
  order === undefined || order.state === 'open' || order.state === 'pending'
