import { paths, type Character, type CharacterSummary } from '#modules/gallery/api'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '../../../lib/api_client.ts'

/** As many as a page's front can show. */
const shown = 12

export const frontAddress = `${paths.characters}?limit=${shown}`
export const withoutAdult = (characters: CharacterSummary[]) => characters.filter(({ isNsfw }) => !isNsfw)

/** Those whom a visitor meets first: the first of the gallery, without adult ones. */
export const listFrontCharactersQueryOptions = () =>
  queryOptions({
    queryKey: [paths.characters, 'front'],
    queryFn: async ({ signal }) => withoutAdult(await getJson<CharacterSummary[]>(frontAddress, signal)),
  })

/** The same with their long texts; one that has gone meanwhile is left out. */
export const readFrontCharactersQueryOptions = (ids: string[]) =>
  queryOptions({
    queryKey: [paths.characters, 'front', ids],
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(ids.map((id) => getJson<Character>(paths.character(id), signal)))
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    },
    enabled: ids.length > 0,
  })
