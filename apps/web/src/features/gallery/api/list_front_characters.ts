import { paths, type Character, type CharacterSummary } from '#modules/gallery/api'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

/** As many as the landing page can show. */
const frontCount = 12

export const frontAddress = `${paths.characters}?limit=${frontCount}`
export const withoutAdult = (characters: CharacterSummary[]) => characters.filter(({ isNsfw }) => !isNsfw)

/** The first characters of the gallery, without adult ones, for the landing page. */
export const listFrontCharactersQueryOptions = () =>
  queryOptions({
    queryKey: [paths.characters, 'front'],
    queryFn: async ({ signal }) => withoutAdult(await getJson<CharacterSummary[]>(frontAddress, signal)),
  })

/** The same characters with all their texts. Leaves out those deleted meanwhile. */
export const readFrontCharactersQueryOptions = (ids: string[]) =>
  queryOptions({
    queryKey: [paths.characters, 'front', ids],
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(ids.map((id) => getJson<Character>(paths.character(id), signal)))
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    },
    enabled: ids.length > 0,
  })
