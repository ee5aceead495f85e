import type { ModelChange } from '#modules/chat/api'
import { tierLabel } from './tier_label.ts'

/** "Standard is now answered by Mistral Small (was Llama 3.1) since 12 May." */
export function modelChangeText({ tier, name, was, since, reason }: ModelChange): string {
  // Tiers that share a model are named after both.
  const [model, before] = [name, was].map((one) => one.replace(` (${tier})`, ''))
  const change = `${tierLabel(tier)} is now answered by ${model} (was ${before})`
  return `${change}${since === null ? '' : ` since ${dayOf(new Date(since))}`}.${reason === null ? '' : ` ${reason}`}`
}

const dayOf = (date: Date): string => {
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}
