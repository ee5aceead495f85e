import type { Mood, Starter } from '#modules/gallery/api'
import { listStarters } from '#modules/gallery/calls'
import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { Card, CardHighlight } from '#web/components/ui/card'
import { IconButton } from '#web/components/ui/icon_button'
import { Skeleton } from '#web/components/ui/skeleton'
import { Picture } from '#web/components/shared/picture'
import { callQuery } from '#web/lib/api_client'
import { focusMain } from '#web/lib/focus_main'
import { isServerRender } from '#web/lib/server_render'
import { storage } from '#web/lib/storage'
import { screens } from '#web/screens'

const titles: Record<Mood, string> = {
  laugh: 'Make me laugh',
  adventure: 'An adventure',
  talk: 'Someone to talk to',
}

/** The height of a card, shared with the placeholder. */
const height = 'h-19 md:h-24 xl:h-30'

const dismissedKey = (userId: string) => `facet:starters-dismissed:${userId}`

/** Suggestions for a first chat, one for each mood. A click opens the chat at once. Hidden when dismissed or empty. */
export function Starters({ userId }: { userId: string }) {
  const titleId = useId()
  const [isDismissed, setIsDismissed] = useState(() => storage.get(dismissedKey(userId)) !== null)
  const { data, isPending } = useQuery({ ...callQuery(listStarters), enabled: !isDismissed })
  if (isDismissed || (!isPending && !data?.length)) return null
  const dismiss = () => {
    storage.set(dismissedKey(userId), new Date().toISOString())
    setIsDismissed(true)
    focusMain()
  }
  return (
    <section
      aria-labelledby={titleId}
      aria-busy={isPending}
      data-unless={isServerRender ? dismissedKey(userId) : undefined}
      className="mb-8"
    >
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id={titleId} className="display min-h-6 text-lg sm:text-xl">
          What are you in the mood for?
        </h2>
        <IconButton label="Dismiss" icon={<X />} onClick={dismiss} className="-mr-2" />
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-3">
        {data
          ? data.map((starter) => (
              <li key={starter.mood}>
                <StarterCard starter={starter} />
              </li>
            ))
          : Object.keys(titles).map((mood) => (
              <li key={mood}>
                <Skeleton className={`rounded-card! ${height}`} />
              </li>
            ))}
      </ul>
    </section>
  )
}

function StarterCard({ starter: { mood, character } }: { starter: Starter }) {
  const { id, name, avatar, description } = character
  return (
    <Card isInteractive className={`isolate flex ${height}`}>
      <Picture
        address={avatar}
        name={name}
        sizes="6rem"
        className="h-full w-16 md:w-18 xl:w-24"
        initialsClassName="text-2xl"
      />
      <div className="flex min-w-0 flex-1 flex-col justify-center px-4 py-2 md:px-3.5 xl:px-4">
        <Link
          to={screens.chat.href({ characterId: id }, { new: 'true' })}
          className="display min-h-6 text-lg leading-tight text-balance outline-none after:absolute after:inset-0 md:text-base md:leading-tight xl:text-lg xl:leading-tight"
        >
          {titles[mood]}
        </Link>
        <p className="mt-0.5 truncate text-sm font-semibold text-soft">with {name}</p>
        <p className="mt-0.5 line-clamp-2 text-sm break-words text-faint max-xl:hidden">{description}</p>
      </div>
      <CardHighlight />
    </Card>
  )
}
