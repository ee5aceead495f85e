import type { ModelMessage, ModelRequest } from '../../contract/model.ts'

/**
 * Said by the user where the API wants a turn of theirs and there is none: before a character's opening, and after a reply that is
 * to be continued (newer models take no reply begun for them).
 */
const cues = { opening: '[The scene begins.]', goOn: '[Go on exactly where you stopped.]' }

/** https://platform.claude.com/docs/en/api/messages/create */
export function requestBody(request: ModelRequest): string {
  const stop = request.stop.filter((text) => text.trim() !== '')
  return JSON.stringify({
    model: request.model,
    ...(request.system.trim() === '' ? {} : { system: request.system }),
    messages: takingTurns(request.messages),
    max_tokens: request.outputTokensMax,
    ...(takesTemperature(request.model) ? { temperature: Math.min(1, request.temperature) } : {}),
    ...(stop.length > 0 ? { stop_sequences: stop } : {}),
    stream: true,
  })
}

/** The user first and last, roles in turn, and no turn without a word: everything else is refused with 400. */
function takingTurns(messages: readonly ModelMessage[]): ModelMessage[] {
  const turns: ModelMessage[] = []
  const say = ({ role, content }: ModelMessage) => {
    const before = turns.at(-1)
    if (before?.role === role) before.content += `\n\n${content}`
    else turns.push({ role, content })
  }
  const worded = messages.filter(({ content }) => content.trim() !== '')
  if (worded[0]?.role !== 'user') say({ role: 'user', content: cues.opening })
  worded.forEach(say)
  if (turns.at(-1)?.role === 'assistant') say({ role: 'user', content: cues.goOn })
  return turns
}

/** From Claude Opus 4.7 on a request with a temperature is refused, so only the models before it get one. Its scale ends at 1. */
function takesTemperature(model: string): boolean {
  return /claude-(?:[123]\b|instant|(?:opus|sonnet|haiku)-4(?:-[0-6])?(?:-\d{8}|-latest|@|$))/.test(model)
}
