import { invalidField, refusal, refusals, retryLater, underMaintenance } from '#modules/kernel/refusals'

export const networkLimitMessage = 'Your network has had its free rubies for today. Please try again tomorrow.'

interface ProviderFailed {
  isTemporary: boolean
  retryAfterSeconds: number
}

const providerUnavailable = retryLater(
  503,
  'payment_provider_unavailable',
  'The payment provider isn’t responding right now. Nothing was charged. Please try again in a moment.'
)

export const refuse = refusals({
  no_such_pack: invalidField('rubyAmount', 'pack', 'There is no such pack of rubies at this price.', 'no_such_pack'),
  no_provider: refusal(
    503,
    'payments_not_configured',
    'Rubies can’t be bought here yet: no payment provider is configured.'
  ),
  maintenance: underMaintenance,
  too_many: retryLater(429, 'too_many_requests', 'Too many checkouts in an hour. Please wait a while.'),
  provider_failed: (failure: ProviderFailed) =>
    failure.isTemporary
      ? providerUnavailable(failure)
      : refusal(502, 'payment_provider_failed', 'The payment provider refused. Nothing was charged.'),
  no_such_order: refusal(404, 'not_found', 'There is no such order.'),
  no_such_page: refusal(404, 'not_found', 'There is no such page.'),
  invalid_cursor: refusal(422, 'invalid', 'The cursor is invalid.'),
  unknown_code: refusal(404, 'unknown_code', 'There is no such code. Please check it and try again.'),
  redeemed_already: refusal(409, 'redeemed_already', 'You have redeemed this code already.'),
  code_ended: refusal(410, 'code_ended', 'This code is no longer valid.'),
  code_used_up: refusal(410, 'code_used_up', 'This code has been used up.'),
  batch_limit: ({ perPerson }: { perPerson: number }) =>
    refusal(
      409,
      'code_limit',
      perPerson === 1
        ? 'You have redeemed another code of this kind. One per person is allowed.'
        : `You have redeemed ${perPerson} codes of this kind. More aren’t allowed per person.`
    ),
  too_many_codes: retryLater(429, 'too_many_requests', 'Too many wrong codes in an hour. Please try again later.'),
  claimed_already: refusal(409, 'claimed_already', 'You have claimed the Discord reward already.'),
  not_a_member: refusal(
    403,
    'not_a_member',
    'Join our Discord server and log in with Discord first, then claim the reward.'
  ),
  network_limit: refusal(429, 'network_limit', networkLimitMessage),
  membership_unknown: refusal(
    503,
    'membership_unknown',
    'We can’t check your Discord membership right now. Please try again later.'
  ),
  webhooks_off: refusal(404, 'not_found', 'No such payment provider is configured.'),
  webhook_incomplete: refusal(400, 'malformed', 'The request body is incomplete.'),
  webhook_too_large: refusal(413, 'too_large', 'The request is too large.'),
  webhook_refused: ({ reason }: { reason: string }) => refusal(400, reason, 'The delivery was refused.'),
})
