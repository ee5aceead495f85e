import { signInAddress } from '#modules/accounts/calls'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { buttonClasses } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { SearchField } from '#web/components/ui/search_field'
import { browser } from '#web/lib/browser'
import { classNames } from '#web/lib/class_names'
import { lazyPart } from '#web/lib/lazy_part'
import { screens } from '#web/screens'
import { HomeLink } from './home_link.tsx'
import { SearchOpener, searchOverBar } from './search_over_bar.tsx'

const VisitorResults = lazyPart(
  async () => (await import('#web/features/gallery/components/visitor_results')).VisitorResults,
  null
)

export function VisitorBar() {
  return (
    <>
      <HomeLink />
      <VisitorSearch />
      <a href={signInAddress('sign_in')} className={`${buttonClasses('primary')} sm:ml-auto`}>
        Login
      </a>
    </>
  )
}

/**
 * Shows public characters while visitors type. Enter moves to the first one, or to registration. On phones, the field lies over the bar
 * once its button is pressed.
 */
function VisitorSearch() {
  const [text, setText] = useState('')
  const [hasFocus, setHasFocus] = useState(false)
  const [isExpanded, setIsExpanded] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  const [lastPath, setLastPath] = useState(pathname)
  if (lastPath !== pathname) {
    setLastPath(pathname)
    setHasFocus(false)
    setIsExpanded(false)
  }
  const hasResults = hasFocus && text.trim() !== ''
  const collapse = () => {
    flushSync(() => setIsExpanded(false))
    opener.current?.focus()
  }
  return (
    <>
      <SearchOpener ref={opener} field={input} onOpen={() => setIsExpanded(true)} />
      <form
        role="search"
        aria-label="Site"
        className={classNames(
          'w-full sm:relative sm:ml-auto sm:max-w-sm',
          isExpanded ? searchOverBar : 'max-sm:hidden'
        )}
        onSubmit={(event) => {
          event.preventDefault()
          console.info('Search:', text)
          const first = event.currentTarget.querySelector('a')
          if (first) return first.focus()
          const address = screens.gallery.href({}, text.trim() === '' ? {} : { q: text.trim() })
          browser.leaveTo(signInAddress('register', address))
        }}
        onFocus={() => setHasFocus(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setHasFocus(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (isExpanded && !hasResults) collapse()
          else setHasFocus(false)
        }}
      >
        <SearchField
          ref={input}
          label="Search characters"
          placeholder="Search characters..."
          className="flex-1"
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setHasFocus(true)
          }}
          onClear={() => setText('')}
        />
        {isExpanded && <IconButton label="Close search" icon={<X />} className="sm:hidden" onClick={collapse} />}
        {hasResults && <VisitorResults text={text} />}
      </form>
    </>
  )
}
