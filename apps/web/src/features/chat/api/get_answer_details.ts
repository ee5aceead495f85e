import { paths, type AnswerDetails } from '#modules/chat/api'
import { useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

/** Fetches the details of an answer. They change when the answer is continued. */
export const useAnswerDetails = (messageId: string, answerId: string | undefined) => {
  const path = paths.answerDetails(messageId) + (answerId === undefined ? '' : `?answerId=${answerId}`)
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => getJson<AnswerDetails>(path, signal),
    staleTime: 0,
  })
}
