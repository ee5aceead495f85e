import { refusal, refusals } from '#modules/kernel/refusals'

export const refuse = refusals({
  email_unverified: refusal(409, 'email_unverified', 'Please verify your e-mail address in the settings first.'),
  unknown: refusal(404, 'not_found', 'This notification does not exist any more.'),
})
