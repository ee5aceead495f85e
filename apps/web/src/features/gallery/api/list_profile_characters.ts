import { paths, type CharacterSummary } from '#modules/gallery/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getPage } from '#web/lib/get_page'
import { characterKeys } from '../character_cache.ts'

/** The user's own characters, or the characters that the user likes. */
export type ProfileList = 'mine' | 'liked'

const shownMax = 6

export const listProfileCharacters = (list: ProfileList, signal?: AbortSignal) =>
  getPage<CharacterSummary>(`${paths.characters}?${list}=true&sort=new&limit=${shownMax}`, signal)

/** The options of a query that is always stale, because likes change all over the app. */
export const listProfileCharactersQueryOptions = (list: ProfileList, showsAdult: boolean) =>
  queryOptions({
    queryKey: [...characterKeys.profile, list, { showsAdult }],
    queryFn: ({ signal }) => listProfileCharacters(list, signal),
    staleTime: 0,
  })

export const useProfileCharacters = (list: ProfileList, showsAdult: boolean) =>
  useQuery(listProfileCharactersQueryOptions(list, showsAdult))
