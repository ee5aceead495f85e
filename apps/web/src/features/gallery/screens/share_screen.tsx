import { welcomeRubies } from '#config/economy'
import { pictureSizes, type SharedCharacter } from '#modules/gallery/api'
import Heart from 'lucide-react/icons/heart'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'
import { AiNotice } from '#web/components/shared/ai_notice'
import { Backdrop } from '#web/components/shared/backdrop'
import { CreatorName } from '#web/components/shared/creator_name'
import { Picture } from '#web/components/shared/picture'
import { ShareButton } from '#web/components/shared/share_button'
import { ShortText } from '#web/components/text/short_text'
import { classNames } from '#web/lib/class_names'
import { hasRubies } from '#web/lib/has_rubies'
import { useTitle } from '#web/lib/use_title'
import { isLongName } from '../long_name.ts'
import { Count } from '../components/count.tsx'

interface ShareScreenProps {
  character: SharedCharacter
  /** The link that starts a chat. */
  start: ReactNode
  isSignedIn: boolean
  /** The sections below the preview. */
  more?: ReactNode
}

/** The page behind a shared link, with a preview of a character for all visitors. */
export function ShareScreen({ character, start, isSignedIn, more }: ShareScreenProps) {
  const { name, avatar, avatarFocus, category, tags, likes, messageCount, teaser, openingLine, notice } = character
  const { creatorName, creatorPage } = character
  useTitle(name)
  return (
    <article aria-labelledby="character-name" className="relative isolate px-4 pt-14 pb-20 sm:px-8 sm:pt-28 lg:pt-32">
      <div aria-hidden className="absolute inset-x-0 top-0 -z-10 h-64 overflow-clip sm:h-80 lg:h-104">
        <Backdrop character={character} sizes={pictureSizes.scene} isPriority imageClassName="object-[50%_38%]" />
        <div className="absolute inset-0 bg-linear-to-t from-bg via-bg/80 to-bg/40" />
      </div>
      <div className="mx-auto grid max-w-[60rem] gap-x-12 gap-y-7 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] md:items-center">
        <Picture
          address={avatar}
          name={name}
          focus={avatarFocus}
          sizes="(min-width: 48rem) 20rem, 11rem"
          isPriority
          className="aspect-4/5 w-full rounded-card shadow-float ring-1 ring-line max-md:max-w-44"
          initialsClassName="text-6xl"
        />
        <div className="min-w-0">
          <h1
            id="character-name"
            className={classNames(
              'display leading-[1.1] wrap-anywhere',
              isLongName(name) ? 'text-2xl sm:text-3xl' : 'text-4xl lg:text-display'
            )}
          >
            {name}
          </h1>
          <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-soft">
            <span className="font-semibold">{category}</span>
            {creatorName && (
              <span className="min-w-0 wrap-anywhere">
                by{' '}
                <CreatorName
                  name={creatorName}
                  username={creatorPage ?? null}
                  hasPage={creatorPage ? true : undefined}
                />
              </span>
            )}
            <Count icon={Heart} value={likes} singular="like" plural="likes" />
            <Count icon={MessageCircle} value={messageCount} singular="message" plural="messages" />
          </p>
          <p className="mt-5 text-lg leading-relaxed text-pretty break-words">{teaser}</p>
          {openingLine && (
            <blockquote className="mt-6 border-l-2 border-accent pl-4 text-read text-pretty break-words text-soft">
              <ShortText text={openingLine} />
            </blockquote>
          )}
          <AiNotice text={notice} className="mt-6 text-left!" />
          <div className="mt-8 flex flex-wrap gap-3 *:whitespace-nowrap">
            {start}
            <ShareButton character={character} size="l" className="max-sm:flex-1" />
          </div>
          {!isSignedIn && (
            <p className="mt-4 text-sm text-faint">
              {hasRubies() ? `It’s free to join, and ${welcomeRubies} rubies are on us.` : 'It’s free to join.'}
            </p>
          )}
          {tags.length > 0 && (
            <ul aria-label="Tags" className="mt-8 flex flex-wrap gap-2">
              {tags.map((tag) => (
                <li
                  key={tag}
                  className="max-w-full truncate rounded-full border border-line bg-hover px-3 py-1 text-sm text-soft"
                >
                  {tag}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {more}
    </article>
  )
}
