import type { User } from '#modules/accounts/api'
import type { ReactNode } from 'react'
import { Avatar } from '#web/components/shared/avatar'
import { ButtonLink } from '#web/components/ui/button'
import { Rubies } from '#web/components/shared/rubies'
import { hasRubies } from '#web/lib/has_rubies'
import { screens } from '#web/screens'

interface ProfileLink {
  label: string
  to: string
  icon: ReactNode
}

interface ProfileScreenProps {
  user: User
  /** The first is the primary action. */
  links: readonly ProfileLink[]
  /** The user's characters. */
  children: ReactNode
}

export function ProfileScreen({ user, links, children }: ProfileScreenProps) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username || 'Your profile'
  return (
    <div className="mx-auto grid w-full max-w-7xl grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-10 px-4 pt-6 pb-20 sm:px-6 sm:pt-12 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="min-w-0 xl:sticky xl:top-[calc(var(--top-bar)+1.5rem)]">
        <section aria-labelledby="profile-name" className="overflow-clip rounded-card border border-line bg-raised">
          <div className="flex flex-col items-center gap-x-7 gap-y-5 p-6 text-center sm:flex-row sm:p-8 sm:text-left xl:flex-col xl:p-6 xl:text-center">
            <Avatar address={user.profileImageUrl} name={name} size="xl" />
            <div className="min-w-0 max-w-full flex-1">
              <h1 id="profile-name" className="display text-2xl break-words sm:text-3xl">
                {name}
              </h1>
              {user.username && <p className="mt-1 font-semibold break-words text-soft">@{user.username}</p>}
              <p className="mt-1 break-words text-soft">{user.email}</p>
              {hasRubies() && (
                <ButtonLink to={screens.rubyShop.path} size="s" className="mt-4 rounded-full!">
                  <span className="sr-only">Balance: </span>
                  <Rubies amount={user.rubies} spelled />
                </ButtonLink>
              )}
            </div>
          </div>
          <dl className="grid grid-cols-3 divide-x divide-line border-t border-line text-center">
            <Stat label="Messages written" value={user.stats.messagesWritten.toLocaleString('en')} />
            <Stat label="Characters created" value={user.stats.charactersCreated.toLocaleString('en')} />
            <Stat label="Member since" value={sinceFormat.format(new Date(user.createdAt))} />
          </dl>
        </section>
        <nav
          aria-label="Profile"
          className="mt-6 flex flex-wrap gap-3 max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] xl:grid"
        >
          {links.map(({ label, to, icon }, index) => (
            <ButtonLink key={to} to={to} look={index === 0 ? 'primary' : 'outline'}>
              {icon}
              {label}
            </ButtonLink>
          ))}
        </nav>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-10">{children}</div>
    </div>
  )
}

const sinceFormat = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' })

function Stat({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end gap-1 px-1.5 py-5">
      <dt className="text-sm text-balance text-soft">{label}</dt>
      <dd className="text-base font-semibold whitespace-nowrap tabular-nums min-[24rem]:text-lg sm:text-2xl xl:text-lg">
        {value}
      </dd>
    </div>
  )
}
