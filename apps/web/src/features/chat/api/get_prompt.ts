import { paths, type AnswerPrompt, type ChatContext } from '#modules/chat/api'
import { useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'
import { withZone } from '#web/lib/reader_zone'

/** Fetches the prompt of an answer. It is never cached, because it is large and seldom read twice. */
export const useAnswerPrompt = (messageId: string, ids: { answerId?: string; replyId?: string }) => {
  const query = new URLSearchParams(Object.entries(ids).filter(([, id]) => id !== undefined)).toString()
  return useQuery({
    queryKey: [paths.prompt(messageId), query],
    queryFn: ({ signal }) => getJson<AnswerPrompt>(`${paths.prompt(messageId)}${query && `?${query}`}`, signal),
    gcTime: 0,
    retry: (count, error) => count < 2 && !isStatus(error, 404),
  })
}

/** Fetches the texts of the next prompt. Invalidated with the context. */
export const useNextPrompt = (sessionId: string, tier: string) =>
  useQuery({
    queryKey: [paths.context(sessionId), tier, 'full'],
    queryFn: async ({ signal }) => {
      const path = `${paths.context(sessionId)}?${withZone({ model: tier, full: '1' })}`
      return (await getJson<ChatContext>(path, signal)).prompt ?? null
    },
    staleTime: 0,
    gcTime: 0,
  })
