import { limits, type Statement } from '#modules/moderation/api'
import { appeal, appealByLink, getStatement, listStatements } from '#modules/moderation/calls'
import { addressOf } from '#modules/kernel/calls'
import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { changeItems, pagesQuery, type Page } from '#web/lib/get_page'
import { useCall } from '#web/lib/use_call'

const statementsQuery = () => pagesQuery(listStatements, { query: { limit: limits.statementsDefault } })

export const useStatements = () => useInfiniteQuery(statementsQuery())

export const useAppeal = () =>
  useCall(appeal, (queryClient, changed) =>
    queryClient.setQueriesData<InfiniteData<Page<Statement>>>({ queryKey: [addressOf(listStatements)] }, (data) =>
      changeItems(data, (items) => items.map((each) => (each.id === changed.id ? changed : each)))
    )
  )

const linkedQuery = (token: string) => callQuery(getStatement, { params: { token } })

/** The statement behind a mailed link. */
export const useLinkedStatement = (token: string) => useQuery(linkedQuery(token))

export const useAppealByLink = (token: string) =>
  useCall(appealByLink, (queryClient, changed) => queryClient.setQueryData(linkedQuery(token).queryKey, changed))
