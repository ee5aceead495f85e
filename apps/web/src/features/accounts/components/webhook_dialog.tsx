import {
  ownWebhookEvents,
  webhookEvents,
  webhookLimits,
  type CreatedWebhook,
  type NewWebhook,
  type Webhook,
  type WebhookEvent,
} from '#modules/access/api'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input } from '#web/components/ui/field'
import { Checkbox } from '#web/components/ui/toggle'
import { useCurrentUser } from '../current_user.ts'
import { maxLength } from '../settings_forms.ts'
import { useChangeWebhook, useCreateWebhook } from '../webhooks.ts'
import { DialogForm } from './dialog_form.tsx'
import { ShownOnce } from './shown_once.tsx'

export const eventTexts: Record<WebhookEvent | 'ping', string> = {
  'reply.finished': 'A reply is finished',
  'chat.created': 'A chat begins',
  'character.published': 'A character is published',
  'comment.created': 'A comment on a character',
  'payment.completed': 'Rubies were bought',
  'report.created': 'A report was filed',
  'user.created': 'An account was opened',
  ping: 'Test event',
}

interface WebhookDialogProps {
  /** The webhook to change. Null: a new one. */
  webhook: Webhook | null
  onClose: () => void
}

/** Changes a webhook, or creates one and shows its secret. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  const title = webhook ? 'Change webhook' : 'New webhook'
  return (
    <Dialog isOpen onClose={onClose} title={created ? 'Your secret' : title}>
      {created ? (
        <ShownOnce
          name="secret"
          value={created.secret}
          text="Your server checks with it that events are from here."
          onClose={onClose}
        />
      ) : (
        <WebhookForm webhook={webhook} onClose={onClose} onCreated={setCreated} />
      )}
    </Dialog>
  )
}

interface WebhookFormProps extends WebhookDialogProps {
  onCreated: (created: CreatedWebhook) => void
}

function WebhookForm({ webhook, onClose, onCreated }: WebhookFormProps) {
  const isAdmin = useCurrentUser().data?.isAdmin ?? false
  const form = useForm<NewWebhook>({
    defaultValues: {
      url: webhook?.url ?? 'https://',
      events: webhook?.events ?? ['reply.finished'],
      ofInstance: webhook?.ofInstance ?? false,
    },
  })
  const { errors } = form.formState
  const [create, change] = [useCreateWebhook(), useChangeWebhook()]
  const isShort = maxLength(webhookLimits.urlMax)
  const ofInstance = form.watch('ofInstance')
  const offered = ofInstance ? webhookEvents : ownWebhookEvents
  const send = async ({ url, events, ofInstance: ofAll }: NewWebhook) => {
    const body = { url, events: offered.filter((event) => events.includes(event)) }
    if (!webhook) return onCreated(await create.mutateAsync({ body: { ...body, ofInstance: ofAll } }))
    // Another address asks for a proof.
    await change.mutateAsync({
      params: { id: webhook.id },
      body: url === webhook.url ? { events: body.events } : body,
    })
    onClose()
  }
  return (
    <DialogForm
      form={form}
      sending={webhook ? change : create}
      onSend={send}
      onCancel={onClose}
      submitLabel={webhook ? 'Save' : 'Create webhook'}
      failure={webhook ? 'Failed to change the webhook.' : 'Failed to create the webhook.'}
      className="mt-5 grid gap-5"
    >
      <Field label="Address" hint="Of your server. It must be reachable from the internet." error={errors.url?.message}>
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          dir="ltr"
          {...form.register('url', {
            validate: (url) => (/^https?:\/\/./.test(url.trim()) ? isShort(url) : 'Enter an address.'),
          })}
        />
      </Field>
      {isAdmin && !webhook && (
        <Checkbox
          label="Events of all users"
          hint="For admins, while you are one. It stands in the audit log."
          {...form.register('ofInstance')}
        />
      )}
      <fieldset className="grid gap-1">
        <legend className="mb-2 text-ui font-semibold">Tell it when</legend>
        {offered.map((event) => (
          <Checkbox
            key={event}
            value={event}
            label={eventTexts[event]}
            {...form.register('events', {
              validate: (events) => offered.some((each) => events.includes(each)) || 'Choose at least one event.',
            })}
          />
        ))}
        {errors.events?.message && (
          <p role="alert" className="text-sm text-danger-text">
            {errors.events.message}
          </p>
        )}
      </fieldset>
    </DialogForm>
  )
}
