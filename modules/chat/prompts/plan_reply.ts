import { planPrompt } from './plan_prompt.ts'
import type { PromptPlan } from './prompt_plan.ts'
import type { PromptInput, PromptMessage } from './prompt_input.ts'
import { setupTexts, type ReplySetup } from './reply_setup.ts'
import type { Tier } from './tier.ts'

/** The input of a prompt, apart from the limits of its model. */
export type PromptTexts<Message extends PromptMessage = PromptMessage> = Omit<
  PromptInput<Message>,
  'contextTokens' | 'outputTokensMax' | 'ratioOf' | 'tokensMax'
>

/** The texts of a reply, with the settings of its chat still to be applied. */
export interface ReplyTexts<Message extends PromptMessage = PromptMessage> extends Omit<
  PromptTexts<Message>,
  'note' | 'length' | 'summary'
> {
  setup: ReplySetup
}

/** Applies the settings of the chat to the texts of a reply. */
export const textsOf = <Message extends PromptMessage>({
  setup,
  ...texts
}: ReplyTexts<Message>): PromptTexts<Message> => ({ ...texts, ...setupTexts(setup) })

/** Plans the prompt of a reply. All code that sends or shows a prompt uses this function, so that both are the same. */
export const planReply = <Message extends PromptMessage>(
  { contextTokens, outputTokensMax }: Pick<Tier, 'contextTokens' | 'outputTokensMax'>,
  texts: PromptTexts<Message>,
  more: Pick<PromptInput, 'ratioOf' | 'tokensMax'>
): PromptPlan<Message> => planPrompt({ ...texts, contextTokens, outputTokensMax, ...more })
