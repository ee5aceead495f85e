import { proofNeeded } from '#modules/accounts/index'
import { refusal, refusals, retryLater } from '#modules/kernel/refusals'
import { tokenLimits } from '../../api.ts'

export const refuseToken = refusals({
  no_such_token: refusal(404, 'not_found', 'There is no such token.'),
  too_many_tokens: refusal(
    409,
    'too_many_tokens',
    `You have ${tokenLimits.tokensMax} tokens. Revoke one that you don’t need any more.`
  ),
  too_many: retryLater(429, 'too_many_requests', 'That’s too many new tokens. Please wait a while.'),
  unproven: proofNeeded,
})
