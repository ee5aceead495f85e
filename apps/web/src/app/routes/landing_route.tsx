import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  listFrontCharactersQueryOptions,
  readFrontCharactersQueryOptions,
} from '#web/features/gallery/api/list_front_characters'
import { LandingScreen } from '#web/features/landing/screens/landing_screen'
import { fillMacros } from '#web/components/shared/fill_macros'

/** What characters call a visitor. */
const visitor = 'stranger'

/** The landing page. Without characters, or when the call fails, only their sections are missing. */
export default function LandingRoute() {
  const { data, isPending } = useQuery(listFrontCharactersQueryOptions())
  const ids = useMemo(() => (data ?? []).map(({ id }) => id), [data])
  const { data: details } = useQuery(readFrontCharactersQueryOptions(ids))
  const characters = useMemo(() => {
    if (isPending) return null
    const texts = new Map(details?.map((character) => [character.id, character]))
    const named = (text: string | null | undefined, character: string) =>
      text ? fillMacros(text, { character, user: visitor }) : null
    return (data ?? []).map(({ id, name, avatar, background }) => ({
      id,
      name,
      avatar,
      background,
      scenario: named(texts.get(id)?.scenario, name),
      opening: named(texts.get(id)?.firstMessage, name),
    }))
  }, [data, isPending, details])
  const speakers = useMemo(
    () => (characters === null || (ids.length > 0 && !details) ? null : characters.filter(({ opening }) => opening)),
    [characters, ids, details]
  )
  return <LandingScreen characters={characters} speakers={speakers} />
}
