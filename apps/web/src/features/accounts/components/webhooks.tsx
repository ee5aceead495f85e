import { webhookLimits, type Webhook, type WebhookOff } from '#modules/access/api'
import Plus from 'lucide-react/icons/plus'
import WebhookIcon from 'lucide-react/icons/webhook'
import { useRef, useState } from 'react'
import { Badge } from '#web/components/ui/badge'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { Dialog } from '#web/components/ui/dialog'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { attempt, toast } from '#web/lib/toasts'
import { useChangeWebhook, useDeleteWebhook, useRotateWebhookSecret, useWebhooks } from '../webhooks.ts'
import { ShownOnce } from './shown_once.tsx'
import { WebhookDeliveries } from './webhook_deliveries.tsx'
import { eventTexts, WebhookDialog } from './webhook_dialog.tsx'

type Opened = { kind: 'new' } | { kind: 'change' | 'events' | 'secret' | 'delete'; webhook: Webhook } | null

/** The user's webhooks, with what they are told of and whether they work. */
export function Webhooks() {
  const list = useWebhooks()
  const [change, remove, rotate] = [useChangeWebhook(), useDeleteWebhook(), useRotateWebhookSecret()]
  const [opened, setOpened] = useState<Opened>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const create = useRef<HTMLButtonElement>(null)
  if (list.isPending)
    return (
      <Loading label="Loading your webhooks" className="grid gap-3">
        <Skeleton className="h-11 w-40" />
        <Skeleton className="h-40" />
      </Loading>
    )
  if (!list.data) return <LoadFailed title="Couldn’t load your webhooks" query={list} />
  const isFull = list.data.length >= webhookLimits.webhooksMax
  const close = () => setOpened(null)
  const turn = ({ id, offBecause }: Webhook) =>
    attempt('Failed to change the webhook', () =>
      change.mutateAsync({ params: { id }, body: { isOn: offBecause !== null } })
    )
  const end = ({ id }: Webhook) =>
    attempt('Failed to delete the webhook', async () => {
      await remove.mutateAsync({ params: { id } })
      toast('Webhook deleted', 'It is told of nothing any more.')
    })
  const renew = ({ id }: Webhook) =>
    attempt('Failed to make a secret', async () => setSecret((await rotate.mutateAsync({ params: { id } })).secret))
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button ref={create} look="primary" disabled={isFull} onClick={() => setOpened({ kind: 'new' })}>
          <Plus aria-hidden className="size-4" />
          New webhook
        </Button>
        {isFull && (
          <p className="text-ui text-soft">You have {webhookLimits.webhooksMax} webhooks, which is the most.</p>
        )}
      </div>
      {list.data.length === 0 ? (
        <EmptyState
          icon={<WebhookIcon />}
          title="No webhooks yet"
          text="A webhook tells your server of finished replies, comments and more."
        />
      ) : (
        <BorderedList label="Your webhooks">
          {list.data.map((webhook) => (
            <li key={webhook.id} className="grid gap-3 px-4 py-4 sm:px-5">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2">
                  <span dir="ltr" className="min-w-0 font-semibold wrap-anywhere">
                    {webhook.url}
                  </span>
                  <StateBadge webhook={webhook} />
                  {webhook.ofInstance && <Badge tone="accent">All users</Badge>}
                </p>
                <p className="mt-1 text-sm text-pretty text-soft">
                  {webhook.events.map((event) => eventTexts[event]).join(' · ')}
                </p>
                {webhook.offBecause !== null && (
                  <p className="mt-1 text-sm text-pretty text-soft">{offTexts[webhook.offBecause]}</p>
                )}
              </div>
              <div className="flex flex-wrap gap-2">
                <Button size="s" onClick={() => setOpened({ kind: 'events', webhook })}>
                  Events
                </Button>
                <Button size="s" onClick={() => setOpened({ kind: 'change', webhook })}>
                  Change
                </Button>
                <Button
                  size="s"
                  isLoading={change.isPending && change.variables.params.id === webhook.id}
                  onClick={() => void turn(webhook)}
                >
                  {webhook.offBecause === null ? 'Turn off' : 'Turn on'}
                </Button>
                <Button size="s" onClick={() => setOpened({ kind: 'secret', webhook })}>
                  New secret
                </Button>
                <Button
                  size="s"
                  isLoading={remove.isPending && remove.variables.params.id === webhook.id}
                  onClick={() => setOpened({ kind: 'delete', webhook })}
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </BorderedList>
      )}
      {opened?.kind === 'new' && <WebhookDialog webhook={null} onClose={close} />}
      {opened?.kind === 'change' && <WebhookDialog webhook={opened.webhook} onClose={close} />}
      {opened?.kind === 'events' && <WebhookDeliveries webhook={opened.webhook} onClose={close} />}
      <ConfirmDialog
        isOpen={opened?.kind === 'secret'}
        title="Make another secret?"
        question="For 24 hours, events are signed with both secrets. Then the present one no longer works."
        confirmLabel="New secret"
        onCancel={close}
        onConfirm={() => {
          if (opened?.kind === 'secret') void renew(opened.webhook)
          close()
        }}
      />
      <ConfirmDialog
        isOpen={opened?.kind === 'delete'}
        title="Delete this webhook?"
        question="Events that wait are not sent, and the list of its events is gone."
        confirmLabel="Delete"
        onCancel={close}
        onConfirm={() => {
          if (opened?.kind === 'delete') void end(opened.webhook)
          close()
        }}
        focusAfterConfirm={create}
      />
      {secret !== null && (
        <Dialog isOpen onClose={() => setSecret(null)} title="Your new secret">
          <ShownOnce
            name="secret"
            value={secret}
            text="Your server checks with it that events are from here."
            onClose={() => setSecret(null)}
          />
        </Dialog>
      )}
    </div>
  )
}

function StateBadge({ webhook: { offBecause, failingSince } }: { webhook: Webhook }) {
  if (offBecause !== null) return <Badge tone={offBecause === 'owner' ? 'neutral' : 'danger'}>Off</Badge>
  return failingSince === null ? <Badge tone="success">On</Badge> : <Badge tone="warning">Failing</Badge>
}

const offTexts: Record<WebhookOff, string> = {
  owner: 'You turned it off.',
  gone: 'It was turned off, because its server answered that it is gone.',
  failing: 'It was turned off, because it had failed for a day.',
}
