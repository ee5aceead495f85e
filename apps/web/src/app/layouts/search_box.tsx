import X from 'lucide-react/icons/x'
import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import { IconButton } from '#web/components/ui/icon_button'
import { SearchField } from '#web/components/ui/search_field'
import type { SuggestionControls } from '#web/features/gallery/components/search_suggestions'
import { classNames } from '#web/lib/class_names'
import { isServerRender } from '#web/lib/server_render'
import { useMediaQuery } from '#web/lib/use_media_query'
import { lazyPart } from '#web/lib/lazy_part'
import { screens } from '#web/screens'
import { SearchOpener, searchOverBar } from './search_over_bar.tsx'

const SearchSuggestions = lazyPart(
  async () => (await import('#web/features/gallery/components/search_suggestions')).SearchSuggestions,
  null
)

/** The breakpoint `sm` of the stylesheet. */
const wide = '(min-width: 40rem)'

interface SearchBoxProps {
  /** `page`: in the gallery, only on phones. */
  place: 'bar' | 'page'
}

/**
 * The search field, which is shown once. Suggests characters while users type, and opens the gallery with the query on Enter. On phones it
 * is in the gallery, and on other screens it lies over the bar once its button is pressed.
 */
export function SearchBox({ place }: SearchBoxProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isWide = useMediaQuery(wide)
  const isGallery = pathname === screens.gallery.path
  const isInPage = place === 'page'
  const leavesToPage = !isInPage && isGallery
  // The server doesn't know the width, so it renders both, and the stylesheet hides one.
  const isRendered = isServerRender || (isInPage ? !isWide : isWide || !leavesToPage)
  const shown = (isGallery && new URLSearchParams(search).get('q')) || ''
  const [text, setText] = useState(shown)
  const [hasFocus, setHasFocus] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const [isExpanded, setIsExpanded] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const [last, setLast] = useState({ shown, pathname })
  if (last.shown !== shown || last.pathname !== pathname) {
    setLast({ shown, pathname })
    setText(shown)
    close()
  }
  const listId = useId()
  const controls = useRef<SuggestionControls>(null)
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const hasList = isOpen && text.trim() !== ''

  function close() {
    setIsOpen(false)
    setIsExpanded(false)
    setActive(null)
  }
  const goTo = (address: string) => {
    input.current?.blur()
    close()
    void navigate(address)
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    console.info('Search:', text)
    const address = screens.gallery.href({}, text.trim() === '' ? {} : { q: text.trim() })
    goTo(address)
  }
  const clear = () => {
    setText('')
    if (shown === '') return
    const query = new URLSearchParams(search)
    query.delete('q')
    void navigate({ search: query.toString() }, { replace: true, preventScrollReset: true })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!hasList) return setIsOpen(true)
      event.preventDefault()
      controls.current?.move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && hasList && active !== null) {
      event.preventDefault()
      controls.current?.choose()
    } else if (event.key === 'Escape' && (hasList || isExpanded)) {
      // The browser would clear the field.
      event.preventDefault()
      if (hasList) {
        setIsOpen(false)
        setActive(null)
      } else {
        flushSync(close)
        opener.current?.focus()
      }
    }
  }

  return (
    <>
      {leavesToPage && <div className="flex-1 sm:hidden" />}
      {!isGallery && <SearchOpener ref={opener} field={input} onOpen={() => setIsExpanded(true)} />}
      {isRendered && (
        <form
          role="search"
          aria-label="Site"
          className={
            isInPage
              ? 'relative mb-5 sm:hidden'
              : classNames(
                  'w-full max-lg:ml-auto sm:relative sm:max-w-sm',
                  isExpanded ? searchOverBar : 'max-sm:hidden'
                )
          }
          onSubmit={submit}
          onFocus={() => setHasFocus(true)}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (currentTarget.contains(relatedTarget)) return
            setHasFocus(false)
            setIsOpen(false)
          }}
        >
          <SearchField
            ref={input}
            label="Search characters"
            placeholder="Search characters..."
            className="flex-1"
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={hasList}
            aria-controls={hasList ? listId : undefined}
            aria-activedescendant={hasList && active !== null ? active : undefined}
            autoComplete="off"
            enterKeyHint="search"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setIsOpen(true)
              setActive(null)
            }}
            onKeyDown={press}
            onClear={clear}
          />
          {isExpanded && (
            <IconButton
              label="Close search"
              icon={<X />}
              className="sm:hidden"
              onClick={() => {
                flushSync(close)
                opener.current?.focus()
              }}
            />
          )}
          {hasFocus && (
            <SearchSuggestions
              isShown={hasList}
              id={listId}
              text={text}
              controls={controls}
              onActive={setActive}
              onChoose={goTo}
              onSearch={submit}
            />
          )}
        </form>
      )}
    </>
  )
}
