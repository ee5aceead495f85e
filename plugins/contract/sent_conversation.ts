import type { ModelProvider, ModelRequest, SentConversation } from './model.ts'

/** Returns the conversation that a provider sends for a request. */
export const sentConversation = (
  provider: Pick<ModelProvider, 'conversation'>,
  request: Pick<ModelRequest, 'model' | 'system' | 'messages' | 'reasoning'>
): SentConversation => {
  if (provider.conversation) return provider.conversation(request)
  const { system, messages } = request
  return {
    messages: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      ...messages.map(({ role, content }) => ({ role, content })),
    ],
  }
}
