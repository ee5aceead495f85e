import { visitorName } from '#modules/accounts/api'
import { paths, type Character, type CharacterSummary } from '#modules/gallery/api'
import { queryOptions } from '@tanstack/react-query'
import { fillNames, hasOtherMacros } from '#web/components/shared/fill_names'
import { getJson } from '#web/lib/api_client'

/** The characters of the landing page. */
export const listFrontCharactersQueryOptions = () =>
  queryOptions({
    queryKey: [paths.landing],
    queryFn: ({ signal }) => getJson<CharacterSummary[]>(paths.landing, signal),
  })

/**
 * The same characters with their texts, in which the visitor's name and other macros are filled in. Leaves out characters that can't be
 * loaded, such as deleted ones. The code for macros other than names loads only if a text needs it, because the first page must stay small.
 */
export const readFrontCharactersQueryOptions = (ids: string[]) =>
  queryOptions({
    queryKey: [paths.landing, ids],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        ids.map((id) => getJson<Character>(paths.character(id), signal).catch(() => null))
      )
      const characters = answers.filter((character) => character !== null)
      const isComplex = characters.some((each) => textsOf(each).some(hasOtherMacros))
      const fill: Fill = isComplex ? (await import('#web/components/shared/preview_text')).previewText : fillNamesOf
      return characters.map((character) => {
        const shown = (text: string | null) => text && fill(text, character, visitorName)
        return { ...character, scenario: shown(character.scenario), firstMessage: shown(character.firstMessage) }
      })
    },
    enabled: ids.length > 0,
  })

type Fill = (text: string, character: Character, user: string) => string

const fillNamesOf: Fill = (text, { name }, user) => fillNames(text, { char: name, user })

const textsOf = ({ scenario, firstMessage }: Character) => [scenario, firstMessage].filter((text) => text !== null)
