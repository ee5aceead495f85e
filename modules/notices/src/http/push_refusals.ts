import { invalidField, refusal, refusals, retryLater } from '#modules/kernel/refusals'

export const refusePush = refusals({
  invalid_keys: invalidField('keys', 'format', 'These are no keys of a subscription.'),
  invalid_endpoint: invalidField('endpoint', 'address', 'Notifications can’t be sent to this address.'),
  unknown_key: refusal(409, 'outdated_key', 'The server has a new key. Please reload the page and try again.'),
  signed_out: refusal(401, 'signed_out', 'Please log in first.'),
  too_many: retryLater(429, 'too_many_requests', 'That’s too many changes. Please wait a minute.'),
})
