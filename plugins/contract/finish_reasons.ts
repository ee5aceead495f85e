import type { ReplyPart } from './model.ts'

export type FinishReason = Extract<ReplyPart, { type: 'finish' }>['reason']

/** The meaning of a vendor's finish reason. `failed` means that the answer broke off. */
export type FinishMeaning = FinishReason | 'failed'

/**
 * The finish reasons of vendors, in lower case with underscores. An unknown reason in a familiar form is found by `families`, so only
 * irregular names are needed here. A new name is one word.
 */
const names: Record<Exclude<FinishMeaning, 'unknown'>, string> = {
  stop: `stop eos eos_token end end_turn end_of_text endoftext end_of_sequence stop_sequence stop_token stop_word stop_string stop_id
    complete completed done finish finished success normal natural tool_calls tool_call tool_use function_call`,
  length: `length max_tokens max_new_tokens model_length max_output max_length token_limit limit error_limit pause_turn
    model_context_window_exceeded context_window_exceeded context_length_exceeded context_full truncated incomplete`,
  filter: `filter content_filter content_filtered content_filter_error safety image_safety prohibited_content blocklist recitation spii
    sensitive guardrail_intervened error_toxic model_armor moderation language`,
  refusal: 'refusal refused declined',
  failed: `error network_error abort aborted cancelled canceled cancel user_cancel failed failure timeout time_limit interrupted
    insufficient_system_resource server_error internal_error overloaded unavailable malformed_response unexpected_tool_call`,
}

const meanings = new Map(
  Object.entries(names).flatMap(([meaning, list]) =>
    list.split(/\s+/).map((name) => [name, meaning as FinishMeaning] as const)
  )
)

/** How vendors form further names. The first match counts. */
const families: [RegExp, FinishMeaning][] = [
  [/filter|safety|sensitive|prohibited|block|guardrail|moderation|toxic|violation|policy|harm/, 'filter'],
  [/refus|declin/, 'refusal'],
  [/(?:max|limit|exceed|out_of|full|cut).*(?:token|length|len\b|output|context|window)/, 'length'],
  [/(?:token|length|len|output|context|window).*(?:max|limit|exceed|full|reached)/, 'length'],
  [/error|abort|cancel|fail|time_?out|interrupt|overload|disconnect|malformed|unavailable|insufficient|lost/, 'failed'],
  [/^(?:stop|eos|end)(?:_|$)/, 'stop'],
]

/** Returns the meaning of a vendor's finish reason. Null for a missing one. */
export function finishMeaning(reason: unknown): FinishMeaning | null {
  if (!reason || reason === 'null') return null
  if (typeof reason !== 'string') return 'unknown'
  const name = reason
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/^finish_reason_/, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return meanings.get(name) ?? families.find(([form]) => form.test(name))?.[1] ?? 'unknown'
}
