import { paths, type Demo } from '#modules/chat/api'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

/** The characters that answer visitors. */
export const getDemoQueryOptions = () =>
  queryOptions({
    queryKey: [paths.demo],
    queryFn: ({ signal }) => getJson<Demo>(paths.demo, signal),
    // Without it, the page works as if the demo were off.
    retry: false,
  })
