import { paths, type AdminMailContent } from '#modules/admin/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const getMail = (id: string, signal?: AbortSignal) => getJson<AdminMailContent>(paths.mail(id), signal)

/** Each call is recorded in the audit log, so it runs once per opened mail. */
export const getMailQueryOptions = (id: string) =>
  queryOptions({
    queryKey: [paths.mail(id)],
    queryFn: ({ signal }) => getMail(id, signal),
  })

export const useMail = (id: string) => useQuery(getMailQueryOptions(id))
