import type { User } from '#modules/accounts/api'
import { Link, NavLink } from 'react-router-dom'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { buttonClasses } from '#web/components/ui/button'
import { Rubies } from '#web/components/shared/rubies'
import { UserAvatar } from '#web/features/accounts/components/user_avatar'
import { UnreadNote } from '#web/features/notices/components/notifications_bell'
import { hasRubies } from '#web/lib/has_rubies'
import { lazyPart } from '#web/lib/lazy_part'
import { screens } from '#web/screens'
import { HomeLink } from './home_link.tsx'
import { buyRubies, createCharacter, notifications, profile, settings } from './menu_items.ts'
import { SearchBox } from './search_box.tsx'

// The dropdown menu is a large library, so it loads on demand.
const AccountMenu = lazyPart(async () => (await import('#web/features/accounts/components/account_menu')).AccountMenu)

const navLinkClasses = `${buttonClasses('quiet')} px-3! aria-[current=page]:text-text`

/** The content of the top bar for signed-in users. */
export function MemberBar({ user }: { user: User }) {
  return (
    <>
      {/* As wide as the sidebar, so that the search field lines up with the page. */}
      <div className="flex items-center gap-2 sm:gap-4 lg:w-60 lg:shrink-0">
        <HomeLink className="max-[24rem]:[&>span]:hidden" />
        <nav aria-label="Shortcuts" className="hidden md:flex">
          <NavLink to={screens.gallery.path} end className={navLinkClasses}>
            Discover
          </NavLink>
          <NavLink to={createCharacter.to} className={navLinkClasses}>
            Create
          </NavLink>
        </nav>
      </div>
      <SearchBox place="bar" />
      {/* On phones, the search button or a space before it takes the free space. */}
      <div className="flex items-center gap-1 sm:ml-auto sm:gap-2">
        <SignedIn user={user} />
      </div>
    </>
  )
}

function SignedIn({ user }: { user: User }) {
  const rubies = user.rubies ?? 0
  const avatar = (
    <button
      type="button"
      aria-label="Account menu"
      className="grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-hover data-[state=open]:bg-hover"
      onPointerEnter={() => void AccountMenu.load()}
    >
      <UserAvatar user={user} />
    </button>
  )
  return (
    <>
      <Link
        to={createCharacter.to}
        aria-label={createCharacter.label}
        className={`${buttonClasses('quiet', true)} md:hidden`}
      >
        <createCharacter.icon aria-hidden className="size-5" />
      </Link>
      {hasRubies() && <Balance rubies={rubies} />}
      <Link to={notifications.to} className={`${buttonClasses('quiet', true)} max-sm:hidden`}>
        <notifications.icon aria-hidden className="size-5" />
        <span className="sr-only">{notifications.label}</span>
        <UnreadNote />
      </Link>
      <LazyMenu trigger={avatar}>
        <AccountMenu
          user={user}
          trigger={avatar}
          links={[
            profile,
            settings,
            ...(hasRubies() ? [{ ...buyRubies, label: `${buyRubies.label} (${rubies})` }] : []),
          ]}
        />
      </LazyMenu>
    </>
  )
}

function Balance({ rubies }: { rubies: number }) {
  return (
    <Link
      to={buyRubies.to}
      className="flex min-h-touch items-center rounded-full border border-line bg-raised px-3.5 text-sm transition-colors hover:bg-hover"
    >
      <span className="sr-only">Balance: </span>
      <Rubies amount={rubies} />
    </Link>
  )
}
