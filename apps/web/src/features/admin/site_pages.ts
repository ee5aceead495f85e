import type { SitePageName } from '#modules/accounts/api'
import { getCurrentUser, getSitePage, listSitePages } from '#modules/accounts/calls'
import { publishPage } from '#modules/admin/calls'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'
import { useProvenCall } from '#web/lib/reauthentication'

export const useSitePages = () => useQuery(callQuery(listSitePages))

/** Null for a page that wasn't written. */
export const useSitePage = (name: SitePageName) => {
  const query = useQuery({ ...callQuery(getSitePage, { params: { name } }), gcTime: 0 })
  return { query, page: isStatus(query.error, 404) ? null : query.data }
}

/** Admins agree to new terms and rules, too. */
export const usePublishPage = () =>
  useProvenCall(publishPage, (queryClient, page) => {
    queryClient.setQueryData(callQuery(getSitePage, { params: { name: page.name } }).queryKey, page)
    void queryClient.invalidateQueries({ queryKey: callQuery(listSitePages).queryKey })
    void queryClient.invalidateQueries({ queryKey: callQuery(getCurrentUser).queryKey })
  })
