import { paths, type AccountSettings } from '#modules/accounts/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const getSettings = (signal?: AbortSignal) => getJson<AccountSettings>(paths.settings, signal)

/** Not cached while unused: a form must start from the current settings, which other devices may have changed. */
export const getSettingsQueryOptions = () =>
  queryOptions({ queryKey: [paths.settings], queryFn: ({ signal }) => getSettings(signal), gcTime: 0 })

export const useSettings = () => useQuery(getSettingsQueryOptions())
