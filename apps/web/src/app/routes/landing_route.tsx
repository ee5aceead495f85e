import { visitorName } from '#modules/accounts/api'
import { getDemo } from '#modules/chat/calls'
import { listFrontCharacters } from '#modules/gallery/calls'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fillNames, hasOtherMacros } from '#web/components/shared/fill_names'
import { frontTextsQuery } from '#web/features/gallery/front_texts_query'
import { LandingScreen } from '#web/features/landing/screens/landing_screen'
import { callQuery } from '#web/lib/api_client'

/** The landing page. Without characters, or when the call fails, only their sections are missing. Without the demo, visitors can't answer. */
export default function LandingRoute() {
  const { data, isPending } = useQuery(callQuery(listFrontCharacters))
  const ids = useMemo(() => (data ?? []).map(({ id }) => id), [data])
  const { data: demo } = useQuery(callQuery(getDemo))
  const { data: details } = useQuery(frontTextsQuery(ids))
  const characters = useMemo(() => {
    if (isPending) return null
    const texts = new Map(details?.map((character) => [character.id, character]))
    return (data ?? []).map(({ id, name, avatar, avatarFocus, background, spokenLine }) => ({
      id,
      name,
      avatar,
      avatarFocus,
      background,
      scenario: texts.get(id)?.scenario || null,
      opening: texts.get(id)?.firstMessage || null,
      line: spokenLine && !hasOtherMacros(spokenLine) ? fillNames(spokenLine, { char: name, user: visitorName }) : null,
      answers: demo?.characterIds.includes(id) ?? false,
    }))
  }, [data, isPending, details, demo])
  const speakers = useMemo(
    () => (characters === null || (ids.length > 0 && !details) ? null : characters.filter(({ opening }) => opening)),
    [characters, ids, details]
  )
  return (
    <LandingScreen characters={characters} speakers={speakers} isDemo={demo?.isDemo ?? false} notice={demo?.notice} />
  )
}
