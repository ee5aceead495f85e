import type { DeliveryProblem, Webhook, WebhookDelivery } from '#modules/access/api'
import Send from 'lucide-react/icons/send'
import { Badge, type Tone } from '#web/components/ui/badge'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PagedResults } from '#web/components/ui/paged_results'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { attempt } from '#web/lib/toasts'
import { useDeliveries, usePingWebhook, useReplayDelivery } from '../webhooks.ts'
import { eventTexts } from './webhook_dialog.tsx'

/** The events that were sent to a webhook, each of which can be sent again. */
export function WebhookDeliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const list = useDeliveries(webhook.id)
  const [ping, replay] = [usePingWebhook(webhook.id), useReplayDelivery(webhook.id)]
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const isOn = webhook.offBecause === null
  const sendTest = () =>
    attempt('Failed to send the test event', () => ping.mutateAsync({ params: { id: webhook.id } }))
  const sendAgain = ({ id: deliveryId }: WebhookDelivery) =>
    attempt('Failed to send the event again', () => replay.mutateAsync({ params: { id: webhook.id, deliveryId } }))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="medium"
      title="Events"
      description={`Of the last 30 days, sent to ${new URL(webhook.url).host}.`}
    >
      <div className="mt-5 grid gap-4">
        {isOn && (
          <div>
            <Button isLoading={ping.isPending} onClick={() => void sendTest()}>
              <Send aria-hidden className="size-4" />
              Send a test event
            </Button>
          </div>
        )}
        {list.isPending ? (
          <Loading label="Loading events">
            <Skeleton className="h-40" />
          </Loading>
        ) : !list.data ? (
          <LoadFailed size="panel" title="Couldn’t load the events" query={list} />
        ) : items.length === 0 ? (
          <p className="text-soft">No events yet.</p>
        ) : (
          <PagedResults list={list} count={items.length} itemName="event" itemsName="events" isManual>
            <BorderedList label="Events">
              {items.map((delivery) => (
                <li key={delivery.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                  <div className="min-w-0 flex-1 basis-48">
                    <p className="font-semibold">{eventTexts[delivery.type]}</p>
                    <p className="text-sm text-pretty text-soft">
                      {timeFormat.format(new Date(delivery.createdAt))}
                      {factsOf(delivery)}
                    </p>
                  </div>
                  <Badge tone={tones[delivery.state]}>{stateTexts[delivery.state]}</Badge>
                  {isOn && delivery.state !== 'waiting' && (
                    <Button
                      size="s"
                      aria-label={`Send again: ${eventTexts[delivery.type]}`}
                      isLoading={replay.isPending && replay.variables.params.deliveryId === delivery.id}
                      onClick={() => void sendAgain(delivery)}
                    >
                      Send again
                    </Button>
                  )}
                </li>
              ))}
            </BorderedList>
          </PagedResults>
        )}
      </div>
    </Dialog>
  )
}

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

const tones: Record<WebhookDelivery['state'], Tone> = { waiting: 'neutral', delivered: 'success', failed: 'danger' }
const stateTexts: Record<WebhookDelivery['state'], string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

const problemTexts: Record<DeliveryProblem, string> = {
  refused: 'the address isn’t a public one',
  unreachable: 'the server couldn’t be reached',
  timed_out: 'the server didn’t answer within ten seconds',
  too_large: 'the answer was too long',
  lost_secret: 'the secret can’t be read any more: make another one',
  off: 'the webhook was off',
}

const factsOf = ({ state, attempts, status, problem }: WebhookDelivery) => {
  if (state === 'delivered' || attempts === 0) return ''
  const reason = problem === null ? `the server answered ${status}` : problemTexts[problem]
  return ` · ${attempts === 1 ? 'One attempt' : `${attempts} attempts`}: ${reason}`
}
