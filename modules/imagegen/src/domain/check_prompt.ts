import { fail, ok, type Result } from '#modules/kernel/result'
import { isBlank, isLonger, isStorable } from '#modules/kernel/text'

/** The maximum length, in code points. */
export const promptMax = 2_000

export interface PromptProblem {
  rule: 'required' | 'type' | 'maxLength' | 'forbidden'
  message: string
}

/** The part of `config/content_rules.ts` that applies to prompts. */
export abstract class PromptRules {
  abstract readonly forbiddenWords: readonly string[]
}

/** Returns the trimmed prompt, or a problem to show to the user. Shared with the browser. */
export const checkPrompt = ({ forbiddenWords }: PromptRules, sent: string): Result<string, PromptProblem> => {
  const prompt = sent.trim()
  if (isBlank(prompt)) return fail({ rule: 'required', message: 'Please enter a prompt for image generation' })
  if (!isStorable(prompt))
    return fail({
      rule: 'type',
      message: 'The prompt has characters that can’t be sent: NUL, or half a surrogate pair.',
    })
  if (isLonger(prompt, promptMax))
    return fail({
      rule: 'maxLength',
      message: `The prompt may have at most ${promptMax.toLocaleString('en')} characters.`,
    })
  const lower = prompt.toLowerCase()
  const words = forbiddenWords.filter((word) => lower.includes(word.toLowerCase()))
  if (words.length > 0) return fail({ rule: 'forbidden', message: `Pictures cannot contain: ${words.join(', ')}` })
  return ok(prompt)
}
