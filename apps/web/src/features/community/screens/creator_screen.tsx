import type { CreatorPage } from '#modules/community/api'
import { hostOf } from '#modules/gallery/api'
import Flag from 'lucide-react/icons/flag'
import Link2 from 'lucide-react/icons/link-2'
import Settings from 'lucide-react/icons/settings'
import { useState, type ReactNode } from 'react'
import { Avatar } from '#web/components/shared/avatar'
import { useHide } from '#web/components/shared/hidings'
import { ShortText } from '#web/components/text/short_text'
import { ButtonLink } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { lazyDialog } from '#web/lib/lazy_part'
import { useTitle } from '#web/lib/use_title'
import { screens } from '#web/screens'
import { CreatorCharacters } from '../components/creator_characters.tsx'
import { PublicCollections } from '../components/public_collections.tsx'
import { FollowButton, FollowLink } from '../components/follow_button.tsx'
import { useFollowing } from '../following.ts'

const ReportDialog = lazyDialog(async () => (await import('#web/components/shared/report_dialog')).ReportDialog)

interface CreatorScreenProps {
  creator: CreatorPage
  /** Null for visitors. */
  viewerId: string | null
  /** Further sections. */
  children?: ReactNode
}

/** The page of a person: the profile, and the characters. */
export function CreatorScreen({ creator, viewerId, children }: CreatorScreenProps) {
  const { id, username, firstName, picture, about, links, characters, likes, messages } = creator
  const name = firstName ?? username
  const isOther = viewerId !== null && viewerId !== id
  const followers = useFollowing(id, isOther).data?.followers ?? creator.followers
  useTitle(name)
  return (
    <article aria-labelledby="creator-name" className="mx-auto w-full max-w-5xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <header className="grid gap-x-8 gap-y-5 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Avatar address={picture} name={name} size="xl" />
        <div className="min-w-0">
          <h1 id="creator-name" className="display text-3xl leading-tight wrap-anywhere sm:text-4xl">
            {name}
          </h1>
          <p className="mt-1 font-semibold wrap-anywhere text-soft">@{username}</p>
          <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
            <Stat value={characters} singular="character" plural="characters" />
            <Stat value={followers} singular="follower" plural="followers" />
            <Stat value={likes} singular="like" plural="likes" />
            <Stat value={messages} singular="message" plural="messages" />
          </dl>
          {about !== '' && (
            <div className="mt-5 grid max-w-measure gap-3 leading-relaxed text-pretty wrap-anywhere">
              {about.split(/\n\s*\n/).map((paragraph, index) => (
                <p key={index}>
                  <ShortText text={paragraph} />
                </p>
              ))}
            </div>
          )}
          {links.length > 0 && (
            <ul aria-label="Links" className="mt-4 flex flex-wrap gap-x-5">
              {links.map((address) => (
                <li key={address} className="max-w-full min-w-0">
                  <a
                    href={address}
                    target="_blank"
                    rel="nofollow ugc noopener noreferrer"
                    title={address}
                    className="inline-flex min-h-touch max-w-full items-center gap-2 text-accent-text underline underline-offset-4"
                  >
                    <Link2 aria-hidden className="size-4 shrink-0" />
                    <span className="truncate">{hostOf(address)}</span>
                  </a>
                </li>
              ))}
            </ul>
          )}
          <div className="mt-5 flex flex-wrap items-center gap-3">
            {isOther && (
              <>
                <FollowButton creator={{ id, name }} />
                <ReportButton id={id} name={name} />
              </>
            )}
            {viewerId === null && <FollowLink username={username} />}
            {viewerId === id && (
              <ButtonLink to={screens.settings.href({}, { tab: 'username' })}>
                <Settings aria-hidden className="size-4" />
                Edit profile
              </ButtonLink>
            )}
          </div>
        </div>
      </header>
      <section aria-labelledby="creator-characters" className="mt-12">
        <h2 id="creator-characters" className="display mb-4 text-2xl">
          Characters
        </h2>
        <CreatorCharacters creatorId={id} isSignedIn={viewerId !== null} />
      </section>
      <PublicCollections creatorId={id} isSignedIn={viewerId !== null} />
      {children}
    </article>
  )
}

const full = new Intl.NumberFormat('en')

function Stat({ value, singular, plural }: { value: number; singular: string; plural: string }) {
  return (
    <div className="flex flex-row-reverse gap-1.5">
      <dt className="text-soft">{value === 1 ? singular : plural}</dt>
      <dd className="font-semibold tabular-nums">{full.format(value)}</dd>
    </div>
  )
}

function ReportButton({ id, name }: { id: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const hide = useHide()
  return (
    <>
      <IconButton
        look="outline"
        label={`Report ${name}`}
        title="Report"
        icon={<Flag />}
        onClick={() => setIsOpen(true)}
      />
      <ReportDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onBlock={() => hide.mutate({ kind: 'person', id, done: 'Person blocked' })}
        things={[{ thing: { kind: 'profile', id }, label: 'Profile' }]}
      />
    </>
  )
}
