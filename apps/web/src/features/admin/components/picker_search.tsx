import { limits } from '#modules/admin/api'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { Input } from '#web/components/ui/field'
import { sentenceOf } from '#web/lib/api_error'
import { classNames } from '#web/lib/class_names'
import type { Page } from '#web/lib/get_page'
import { useDebouncedSearch } from '#web/lib/use_debounced'

const maxResults = 6

interface PickerSearchProps<Item> {
  inputRef?: Ref<HTMLInputElement>
  autoFocus?: boolean
  placeholder: string
  /** The plural of an item: 'Users'. */
  itemsName: string
  /** The hook that finds items. */
  useList: (
    search: { q: string; limit: number },
    isWanted: boolean
  ) => Pick<
    UseInfiniteQueryResult<InfiniteData<Page<Item>>>,
    'data' | 'error' | 'isError' | 'isPlaceholderData' | 'hasNextPage'
  >
  option: (item: Item) => ReactNode
  onPick: (item: Item) => void
}

/** A combobox over search results. */
export function PickerSearch<Item extends { id: string }>({
  inputRef,
  autoFocus,
  placeholder,
  itemsName,
  useList,
  option,
  onPick,
}: PickerSearchProps<Item>) {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const q = useDebouncedSearch(text)
  const found = useList({ q, limit: maxResults }, isOpen)
  const items = found.data?.pages[0]?.items ?? []
  /** The items belong to the current text. */
  const isSettled = q === text.trim() && !found.isPlaceholderData
  const name = itemsName.toLowerCase()
  const statusText = () => {
    if (found.isError) return sentenceOf(found.error, `Couldn’t load the ${name}.`)
    if (items.length > 0) return `${items.length}${found.hasNextPage ? ' or more' : ''} found`
    return found.data && isSettled ? `No ${name} found` : 'Searching…'
  }
  const listId = useId()
  const [at, setAt] = useState(0)
  const count = items.length
  const current = count === 0 ? null : Math.min(at, count - 1)
  const list = useRef<HTMLUListElement>(null)
  const optionId = (index: number) => `${listId}-${index}`

  const move = (by: number) => {
    if (!isOpen) return setIsOpen(true)
    if (count === 0) return
    const next = ((current ?? 0) + by + count) % count
    setAt(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && isOpen && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const item = current === null ? undefined : items[current]
      if (item && isSettled) onPick(item)
    } else if (event.key === 'Escape' && isOpen) {
      // Don't also close a surrounding dialog.
      event.preventDefault()
      event.stopPropagation()
      setIsOpen(false)
    }
  }
  const hasList = isOpen && count > 0
  return (
    <>
      <Input
        ref={inputRef}
        autoFocus={autoFocus}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={hasList ? listId : undefined}
        aria-activedescendant={hasList && current !== null ? optionId(current) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.searchMax}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setAt(0)
          setText(event.target.value)
          setIsOpen(true)
        }}
        onFocus={() => setIsOpen(true)}
        onClick={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={press}
      />
      {isOpen && (
        <div
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-20 mt-1.5 animate-rise overflow-clip rounded-panel border border-line bg-float p-1.5 shadow-float"
        >
          {count > 0 && (
            <ul
              ref={list}
              id={listId}
              role="listbox"
              aria-label={q === '' ? `Latest ${name}` : `${itemsName} found`}
              className={classNames('max-h-80 overflow-y-auto', !isSettled && 'opacity-50')}
            >
              {items.map((item, index) => (
                <li
                  key={item.id}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === current}
                  onClick={() => onPick(item)}
                  onMouseMove={() => setAt(index)}
                  className={classNames(
                    'flex min-h-touch items-center justify-between gap-3 rounded-control px-2.5 py-1.5 text-ui',
                    index === current && 'bg-hover'
                  )}
                >
                  {option(item)}
                </li>
              ))}
            </ul>
          )}
          <p role="status" className={classNames(count > 0 ? 'sr-only' : 'px-2.5 py-2 text-sm text-faint')}>
            {statusText()}
          </p>
        </div>
      )}
    </>
  )
}
