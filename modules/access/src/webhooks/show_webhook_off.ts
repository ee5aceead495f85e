import type { ShowNotifications } from '#modules/notices/index'
import type { Webhooks } from './webhooks.ts'

/** Tells the owner of a webhook that it was turned off. Leaves out webhooks that are gone. */
export const showWebhookOff =
  (webhooks: Webhooks): ShowNotifications<'webhook_off'> =>
  async (groups, viewer) => {
    const own = new Map((await webhooks.list(viewer.id)).map((webhook) => [webhook.id, webhook]))
    return new Map(
      groups.flatMap(({ id, subjects: [subject] }) => {
        const webhook = own.get(subject!.webhookId)
        if (!webhook) return []
        const shown = {
          title: 'A webhook was turned off',
          href: '/settings/webhooks',
          pictureUrl: null,
          isAdult: false,
        }
        return [[id, { ...shown, text: `${new URL(webhook.url).host} didn’t take events.` }]]
      })
    )
  }
