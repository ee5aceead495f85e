import { paths, type UsernameCheck } from '#modules/accounts/api'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const checkUsername = (username: string, signal?: AbortSignal) =>
  getJson<UsernameCheck>(paths.checkUsername(username), signal)

/** One query per name, so that a late answer is never taken for another name's. */
export const checkUsernameQueryOptions = (username: string) =>
  queryOptions({
    queryKey: [paths.checkUsername(username)],
    queryFn: ({ signal }) => checkUsername(username, signal),
    gcTime: 0,
  })
