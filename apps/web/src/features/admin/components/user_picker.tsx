import type { AdminUser } from '#modules/admin/api'
import type { Ref } from 'react'
import { Field } from '../../../components/ui/field.tsx'
import { Rubies } from '../../../components/ui/rubies.tsx'
import { useUsers } from '../api/list_users.ts'
import { foundOf, offered } from '../found.ts'
import { usePaused } from '../use_paused.ts'
import { Person } from './person.tsx'
import { PickerSearch, usePickerSearch } from './picker_search.tsx'

interface UserPickerProps {
  label: string
  error?: string | null
  autoFocus?: boolean
  onPick: (user: AdminUser) => void
  ref?: Ref<HTMLInputElement>
}

/** Finds one user by name, e-mail or username. */
export function UserPicker({ label, error, autoFocus, onPick, ref }: UserPickerProps) {
  const search = usePickerSearch()
  const found = useFound(search.text, search.isOpen)
  return (
    <Field label={label} error={error} className="relative">
      {(control) => (
        <PickerSearch
          control={control}
          inputRef={ref}
          autoFocus={autoFocus}
          placeholder="Name, e-mail or username"
          search={search}
          found={found}
          option={(user) => (
            <>
              <Person user={user}>
                <span className="block truncate text-sm text-faint">{user.email}</span>
              </Person>
              <Rubies amount={user.rubies} className="text-sm text-soft" />
            </>
          )}
          onPick={onPick}
        />
      )}
    </Field>
  )
}

function useFound(text: string, isOpen: boolean) {
  const q = usePaused(text)
  const list = useUsers({ q, limit: offered }, isOpen)
  return foundOf({
    list,
    items: list.data?.pages[0]?.items,
    q,
    text,
    words: {
      latest: 'Latest users',
      found: 'Users found',
      none: 'Nobody found.',
      failed: 'The users could not be loaded.',
    },
  })
}
