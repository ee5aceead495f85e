import { proofNeeded } from '#modules/accounts/index'
import { invalidField, refusal, refusals, retryLater } from '#modules/kernel/refusals'
import { webhookLimits } from '../../api.ts'

export const refuseWebhook = refusals({
  no_such_webhook: refusal(404, 'not_found', 'There is no such webhook.'),
  admins_only: refusal(403, 'forbidden', 'Only admins may get events of the whole instance.'),
  closed_address: invalidField('url', 'address', 'This address can’t be asked: it must be a public http or https one.'),
  too_many_webhooks: refusal(
    409,
    'too_many_webhooks',
    `You have ${webhookLimits.webhooksMax} webhooks. Delete one that you don’t need any more.`
  ),
  nothing_to_send: refusal(404, 'not_found', 'There is no such event, or its webhook is off.'),
  too_many: retryLater(429, 'too_many_requests', 'That’s too much at once. Please wait a while.'),
  unproven: proofNeeded,
})
