import { getDemo } from '#modules/chat/calls'
import { listFrontCharacters } from '#modules/gallery/calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Picture } from '#web/components/shared/picture'
import { frontTextsQuery } from '#web/features/gallery/front_texts_query'
import { Demo } from '#web/features/landing/components/demo'
import { callQuery } from '#web/lib/api_client'
import { screens } from '#web/screens'

const othersMax = 6

/** The sections below the preview on a share page for visitors: the demo chat, if it answers as this character, and other characters. */
export function ShareMore({ id }: { id: string }) {
  const { data: front = [] } = useQuery(callQuery(listFrontCharacters))
  const { data: demo } = useQuery(callQuery(getDemo))
  const answers = demo?.characterIds.includes(id) ?? false
  const { data: details = [] } = useQuery(frontTextsQuery(answers ? [id] : []))
  const [character] = details
  const others = front.filter((other) => other.id !== id).slice(0, othersMax)
  return (
    <div className="mx-auto mt-14 grid max-w-[60rem] gap-14">
      {answers && character?.firstMessage && (
        <section aria-labelledby="talk" className="min-w-0">
          <h2 id="talk" className="display mb-4 text-2xl">
            Talk right here
          </h2>
          <div className="flex flex-col rounded-card border border-line bg-raised p-5 shadow-card sm:p-9">
            <Demo
              key={id}
              character={{
                id,
                name: character.name,
                avatar: character.avatar,
                avatarFocus: character.avatarFocus,
                background: character.background,
                scenario: character.scenario,
                opening: character.firstMessage,
                line: null,
                answers,
              }}
              isSeen
              isDemo={demo?.isDemo ?? false}
              // It stands in the preview.
              notice={undefined}
            />
          </div>
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="others" className="min-w-0">
          <h2 id="others" className="display mb-4 text-2xl">
            Meet others
          </h2>
          <ul className="grid grid-cols-3 gap-3 sm:grid-cols-6">
            {others.map(({ id: otherId, name, avatar, avatarFocus }) => (
              <li key={otherId} className="min-w-0">
                <Link to={screens.share.href({ characterId: otherId })} className="group block rounded-card">
                  <Picture
                    address={avatar}
                    name={name}
                    focus={avatarFocus}
                    sizes="(min-width: 40rem) 10rem, 30vw"
                    className="aspect-4/5 w-full rounded-card ring-1 ring-line"
                    initialsClassName="text-3xl"
                  />
                  <span className="mt-2 line-clamp-2 text-sm leading-tight font-semibold wrap-anywhere group-hover:underline">
                    {name}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
