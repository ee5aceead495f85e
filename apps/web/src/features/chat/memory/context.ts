import { getContext } from '#modules/chat/calls'
import { addressOf } from '#modules/kernel/calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'

/** The prefix of the keys of a chat's contexts, for all tiers. */
export const contextKey = (sessionId: string) => [addressOf(getContext, { params: { id: sessionId } })]

const contextQuery = (sessionId: string, model: string, full?: '1') => ({
  ...callQuery(getContext, { params: { id: sessionId }, query: { model, full, zone: readerZone } }),
  queryKey: [...contextKey(sessionId), model, full],
  // Other pages may have changed the character or the persona.
  staleTime: 0,
})

export const useContextOf = (sessionId: string, tier: string | undefined) =>
  useQuery({
    ...contextQuery(sessionId, tier ?? ''),
    placeholderData: keepPreviousData,
    enabled: tier !== undefined,
  })

/** Fetches the texts of the next prompt. Invalidated with the context. */
export const useNextPrompt = (sessionId: string, tier: string) =>
  useQuery({
    ...contextQuery(sessionId, tier, '1'),
    select: ({ prompt }) => prompt ?? null,
    gcTime: 0,
  })
