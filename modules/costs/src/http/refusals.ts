import { refusal, refusals } from '#modules/kernel/refusals'

export const refuseCosts = refusals({
  unknown_model: refusal(422, 'unknown_model', 'A model must have been used, or answer now. Reload the page.'),
})
