import { limits, type AdminUser } from '#modules/admin/api'
import { useId, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { Field, Input, type FieldControl } from '../../../components/ui/field.tsx'
import { Rubies } from '../../../components/ui/rubies.tsx'
import { classNames } from '../../../lib/class_names.ts'
import { sentenceOf } from '../../../lib/api_error.ts'
import { useUsers } from '../api/list_users.ts'
import { usePaused } from '../use_paused.ts'
import { Person } from './person.tsx'

const offered = 6

interface UserPickerProps {
  label: string
  error?: string | null
  autoFocus?: boolean
  onPick: (user: AdminUser) => void
  ref?: Ref<HTMLInputElement>
}

/** Finds one user by name, e-mail or username. The arrows go through who was found, Enter picks. */
export function UserPicker({ label, error, autoFocus, onPick, ref }: UserPickerProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Field label={label} error={error} className="relative">
      {(control) => (
        <Search
          control={control}
          inputRef={ref}
          autoFocus={autoFocus}
          listId={`${id}-list`}
          text={text}
          isOpen={isOpen}
          onText={(next) => {
            setText(next)
            setIsOpen(true)
          }}
          onOpen={setIsOpen}
          onPick={onPick}
        />
      )}
    </Field>
  )
}

interface SearchProps {
  control: FieldControl
  inputRef?: Ref<HTMLInputElement>
  autoFocus?: boolean
  listId: string
  text: string
  isOpen: boolean
  onText: (text: string) => void
  onOpen: (isOpen: boolean) => void
  onPick: (user: AdminUser) => void
}

function Search({ control, inputRef, autoFocus, listId, text, isOpen, onText, onOpen, onPick }: SearchProps) {
  const [at, setAt] = useState(0)
  const found = useFound(text, isOpen)
  const current = found.users.length === 0 ? null : Math.min(at, found.users.length - 1)
  const list = useRef<HTMLUListElement>(null)
  const optionId = (index: number) => `${listId}-${index}`

  const move = (by: number) => {
    if (!isOpen) return onOpen(true)
    const count = found.users.length
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
      const user = current === null ? undefined : found.users[current]
      if (user && found.isSettled) onPick(user)
    } else if (event.key === 'Escape' && isOpen) {
      // What lies below is not closed with it.
      event.preventDefault()
      event.stopPropagation()
      onOpen(false)
    }
  }
  const hasList = isOpen && found.users.length > 0
  return (
    <>
      <Input
        {...control}
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
        placeholder="Name, e-mail or username"
        value={text}
        onChange={(event) => {
          setAt(0)
          onText(event.target.value)
        }}
        onFocus={() => onOpen(true)}
        onClick={() => onOpen(true)}
        onBlur={() => onOpen(false)}
        onKeyDown={press}
      />
      {isOpen && (
        <div
          // What is chosen with the mouse is chosen from the field, which keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-20 mt-1.5 animate-rise overflow-clip rounded-panel border border-line bg-float p-1.5 shadow-float"
        >
          {found.users.length > 0 && (
            <ul ref={list} id={listId} role="listbox" aria-label={found.title} className="max-h-80 overflow-y-auto">
              {found.users.map((user, index) => (
                <li
                  key={user.id}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === current}
                  onClick={() => onPick(user)}
                  onMouseMove={() => setAt(index)}
                  className={classNames(
                    'flex min-h-touch items-center justify-between gap-3 rounded-control px-2.5 py-1.5 text-ui',
                    index === current && 'bg-hover'
                  )}
                >
                  <Person user={user}>
                    <span className="block truncate text-sm text-faint">{user.email}</span>
                  </Person>
                  <Rubies amount={user.rubies} className="text-sm text-soft" />
                </li>
              ))}
            </ul>
          )}
          <p
            role="status"
            className={classNames(found.users.length > 0 ? 'sr-only' : 'px-2.5 py-2 text-sm text-faint')}
          >
            {found.said}
          </p>
        </div>
      )}
    </>
  )
}

function useFound(text: string, isOpen: boolean) {
  const q = usePaused(text)
  const list = useUsers({ q, limit: offered }, isOpen)
  const users = list.data?.pages[0]?.users ?? []
  const isSettled = q === text.trim() && !list.isPlaceholderData
  const said = list.isError
    ? sentenceOf(list.error, 'The users could not be loaded.')
    : !list.data || (users.length === 0 && !isSettled)
      ? 'Searching…'
      : users.length === 0
        ? 'Nobody found.'
        : `${users.length}${list.hasNextPage ? ' or more' : ''} found`
  return { users, isSettled, said, title: q === '' ? 'Latest users' : 'Users found' }
}
