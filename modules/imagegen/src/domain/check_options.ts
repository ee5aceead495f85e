import { fail, ok, type Result } from '#modules/kernel/result'
import type { ImageModelInfo, ImageOption, ImageOptions } from '#plugins/contract/image'
import { checkPrompt, type PromptProblem, type PromptRules } from './check_prompt.ts'

export interface OptionProblem extends Omit<PromptProblem, 'rule'> {
  /** The option's id, or null for the options as a whole. */
  option: string | null
  rule: PromptProblem['rule'] | 'unknown' | 'range'
}

type Checked = Result<string | number | undefined, Omit<OptionProblem, 'option'>>

/** The names of options in messages and on the screen. */
export const imageOptionNames: Record<ImageOption['id'], string> = {
  negativePrompt: 'Leave out',
  size: 'Longer side',
  steps: 'Steps',
  guidance: 'Guidance',
  sampler: 'Sampler',
  seed: 'Seed',
}

/** Returns the options that a model has, each within its bounds. The forbidden words also apply to the negative prompt. */
export const checkOptions = (
  rules: PromptRules,
  { name, options }: Pick<ImageModelInfo, 'name' | 'options'>,
  sent: unknown
): Result<ImageOptions, OptionProblem> => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return fail({ option: null, rule: 'type', message: 'The options must be an object.' })
  const checked: Record<string, string | number> = {}
  for (const [id, value] of Object.entries(sent)) {
    const option = options.find((other) => other.id === id)
    if (!option) return fail({ option: id.slice(0, 40), rule: 'unknown', message: `${name} doesn’t have this option.` })
    const found = checkOption(rules, option, value)
    if (!found.ok) return fail({ option: id, ...found.failure })
    if (found.value !== undefined) checked[id] = found.value
  }
  return ok(checked)
}

const checkOption = (rules: PromptRules, option: ImageOption, value: unknown): Checked => {
  const label = imageOptionNames[option.id]
  switch (option.kind) {
    case 'text':
      if (typeof value !== 'string') return fail({ rule: 'type', message: `${label} must be text.` })
      return value.trim() === '' ? ok(undefined) : checkPrompt(rules, value)
    case 'choice':
      return option.choices.some((choice) => choice === value)
        ? ok(value as string)
        : fail({ rule: 'range', message: `${label} must be one of the model’s own.` })
    case 'number': {
      const { min, max, step } = option
      const fits = typeof value === 'number' && value >= min && value <= max && (step < 1 || Number.isInteger(value))
      const numbers = step < 1 ? 'a number' : 'a whole number'
      return fits ? ok(value) : fail({ rule: 'range', message: `${label} must be ${numbers} from ${min} to ${max}.` })
    }
  }
}
