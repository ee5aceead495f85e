import type { ModelMessage, ModelRequest } from '../../contract/model.ts'

/** User messages added where the API requires one: before a character's opening, and after a reply that is to be continued. */
const cues = { opening: '[The scene begins.]', goOn: '[Go on exactly where you stopped.]' }

/** https://platform.claude.com/docs/en/api/messages/create */
export function requestBody(request: ModelRequest): string {
  const stop = request.stop.filter((text) => text.trim() !== '')
  return JSON.stringify({
    model: request.model,
    ...(request.system.trim() === '' ? {} : { system: request.system }),
    messages: alternating(request.messages),
    max_tokens: request.outputTokensMax,
    ...(takesTemperature(request.model) ? { temperature: Math.min(1, request.temperature) } : {}),
    ...(stop.length > 0 ? { stop_sequences: stop } : {}),
    stream: true,
  })
}

/** Alternates roles, starts and ends with the user, and drops empty messages. The API refuses anything else. */
function alternating(messages: readonly ModelMessage[]): ModelMessage[] {
  const turns: ModelMessage[] = []
  const add = ({ role, content }: ModelMessage) => {
    const before = turns.at(-1)
    if (before?.role === role) before.content += `\n\n${content}`
    else turns.push({ role, content })
  }
  const nonEmpty = messages.filter(({ content }) => content.trim() !== '')
  if (nonEmpty[0]?.role !== 'user') add({ role: 'user', content: cues.opening })
  nonEmpty.forEach(add)
  if (turns.at(-1)?.role === 'assistant') add({ role: 'user', content: cues.goOn })
  return turns
}

/** Models since Claude Opus 4.7 refuse a temperature. */
function takesTemperature(model: string): boolean {
  return /claude-(?:[123]\b|instant|(?:opus|sonnet|haiku)-4(?:-[0-6])?(?:-\d{8}|-latest|@|$))/.test(model)
}
