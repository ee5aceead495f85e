import { paths, type AccountSettings } from '#modules/accounts/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '../../../lib/api_client.ts'

export const getSettings = (signal?: AbortSignal) => getJson<AccountSettings>(paths.settings, signal)

/** Not kept once nobody shows them: a form begins with what is so now, on whatever device it was changed. */
export const getSettingsQueryOptions = () =>
  queryOptions({ queryKey: [paths.settings], queryFn: ({ signal }) => getSettings(signal), gcTime: 0 })

export const useSettings = () => useQuery(getSettingsQueryOptions())
