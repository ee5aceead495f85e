import { refusal, refusals } from '#modules/kernel/refusals'

export const refuse = refusals({
  unknown: refusal(404, 'not_found', 'This notification does not exist any more.'),
})
