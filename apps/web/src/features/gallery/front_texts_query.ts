import { visitorName } from '#modules/accounts/api'
import type { Character } from '#modules/gallery/api'
import { getCharacter, listFrontCharacters } from '#modules/gallery/calls'
import { patternOf } from '#modules/kernel/calls'
import { queryOptions } from '@tanstack/react-query'
import { fillNames, hasOtherMacros } from '#web/components/shared/fill_names'
import { callServer } from '#web/lib/api_client'

/**
 * Characters of the landing page with their texts, in which the visitor's name and other macros are filled in. Leaves out characters that can't be
 * loaded, such as deleted ones. The code for macros other than names loads only if a text needs it, because the first page must stay small.
 */
export const frontTextsQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [patternOf(listFrontCharacters), ids],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        ids.map((id) => callServer(getCharacter, { params: { id }, signal }).catch(() => null))
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
