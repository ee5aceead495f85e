import { paths, type User } from '#modules/accounts/api'
import { brand } from '#config/brand'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { buttonClasses } from '../../components/ui/button.tsx'
import { Logo } from '../../components/ui/logo.tsx'
import { Rubies } from '../../components/ui/rubies.tsx'
import { SearchField } from '../../components/ui/search_field.tsx'
import { AccountMenu } from '../../features/accounts/components/account_menu.tsx'
import { browser } from '../../lib/browser.ts'

export function TopBar({ user }: { user: User | null }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-bg/85 backdrop-blur-md">
      <div className="mx-auto flex h-bar max-w-[90rem] items-center gap-2 px-4 sm:gap-4 sm:px-6">
        <Link
          to="/"
          aria-label={`${brand.name} home`}
          className="inline-flex min-h-touch items-center rounded-control text-lg"
        >
          <Logo />
        </Link>
        {user && (
          <nav aria-label="Main" className="hidden md:block">
            <Link to="/" className={buttonClasses('quiet')}>
              Discover
            </Link>
          </nav>
        )}
        <TopBarSearch isSignedIn={user !== null} />
        <div className="ml-auto flex items-center gap-1 sm:gap-3">
          {user ? (
            <>
              <span className="flex min-h-touch items-center rounded-full border border-line bg-raised px-3.5 text-sm">
                <span className="sr-only">Balance: </span>
                <Rubies amount={user.rubies ?? 0} />
              </span>
              <AccountMenu user={user} />
            </>
          ) : (
            <a href={paths.login} className={buttonClasses('primary')}>
              Login
            </a>
          )}
        </div>
      </div>
    </header>
  )
}

/** Makes no call of its own: it logs the query and leads to the gallery, whose search shows it. */
function TopBarSearch({ isSignedIn }: { isSignedIn: boolean }) {
  const [query, setQuery] = useState('')
  const navigate = useNavigate()
  return (
    <form
      role="search"
      aria-label="Site"
      className="ml-auto hidden w-full max-w-sm sm:block"
      onSubmit={(event) => {
        event.preventDefault()
        console.info('Search:', query)
        const address = `/?q=${encodeURIComponent(query.trim())}`
        if (isSignedIn) navigate(address)
        else browser.leaveTo(`${paths.login}?next=${encodeURIComponent(address)}`)
      }}
    >
      <SearchField
        label="Search characters"
        placeholder="Search characters..."
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
    </form>
  )
}
