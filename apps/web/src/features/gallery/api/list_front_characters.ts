import { visitorName } from '#modules/accounts/api'
import { paths, type Character, type CharacterSummary } from '#modules/gallery/api'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '#web/lib/api_client'

/** The characters of the landing page. */
export const listFrontCharactersQueryOptions = () =>
  queryOptions({
    queryKey: [paths.landing],
    queryFn: ({ signal }) => getJson<CharacterSummary[]>(paths.landing, signal),
  })

/**
 * The same characters with their texts, in which visitors' names and other macros are filled in. Leaves out those deleted meanwhile. What
 * fills them in is loaded with the texts, because the first page must stay small.
 */
export const readFrontCharactersQueryOptions = (ids: string[]) =>
  queryOptions({
    queryKey: [paths.landing, ids],
    queryFn: async ({ signal }) => {
      const [{ previewText }, ...answers] = await Promise.all([
        import('#web/components/shared/preview_text'),
        ...ids.map((id) => getJson<Character>(paths.character(id), signal).catch(() => null)),
      ])
      return answers
        .filter((character) => character !== null)
        .map((character) => {
          const shown = (text: string | null) => text && previewText(text, character, visitorName)
          return { ...character, scenario: shown(character.scenario), firstMessage: shown(character.firstMessage) }
        })
    },
    enabled: ids.length > 0,
  })
