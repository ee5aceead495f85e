import { paths, type UsernameCheck } from '#modules/accounts/api'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '../../../lib/api_client.ts'

export const checkUsername = (username: string, signal?: AbortSignal) =>
  getJson<UsernameCheck>(paths.checkUsername(username), signal)

/** One question for each name, so an answer that comes late is not taken for another name's. Asked anew whenever it is typed anew. */
export const checkUsernameQueryOptions = (username: string) =>
  queryOptions({
    queryKey: [paths.checkUsername(username)],
    queryFn: ({ signal }) => checkUsername(username, signal),
    gcTime: 0,
  })
