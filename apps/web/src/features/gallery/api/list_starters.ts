import { paths, type Starter } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

export const listStartersQueryOptions = () =>
  queryOptions({
    queryKey: [paths.starters],
    queryFn: ({ signal }) => getJson<Starter[]>(paths.starters, signal),
  })

export const useStarters = ({ enabled }: { enabled: boolean }) => useQuery({ ...listStartersQueryOptions(), enabled })
