import type { AdminUser } from '#modules/admin/api'
import type { Ref } from 'react'
import { Field } from '#web/components/ui/field'
import { Rubies } from '#web/components/shared/rubies'
import { useDebouncedSearch } from '#web/lib/use_debounced'
import { useUsers } from '../users.ts'
import { pickerResults, maxResults } from '../picker_results.ts'
import { UserIdentity } from './user_identity.tsx'
import { PickerSearch, usePickerSearch } from './picker_search.tsx'

interface UserPickerProps {
  label: string
  error?: string | null
  autoFocus?: boolean
  onPick: (user: AdminUser) => void
  ref?: Ref<HTMLInputElement>
}

/** Picks one user by name, e-mail or username. */
export function UserPicker({ label, error, autoFocus, onPick, ref }: UserPickerProps) {
  const search = usePickerSearch()
  const found = useUserResults(search.text, search.isOpen)
  return (
    <Field label={label} error={error} className="relative">
      <PickerSearch
        inputRef={ref}
        autoFocus={autoFocus}
        placeholder="Name, e-mail or username"
        search={search}
        found={found}
        option={(user) => (
          <>
            <UserIdentity user={user}>
              <span className="block truncate text-sm text-faint">{user.email}</span>
            </UserIdentity>
            <Rubies amount={user.rubies} className="text-sm text-soft" />
          </>
        )}
        onPick={onPick}
      />
    </Field>
  )
}

function useUserResults(text: string, isOpen: boolean) {
  const q = useDebouncedSearch(text)
  const list = useUsers({ q, limit: maxResults }, isOpen)
  return pickerResults({
    list,
    items: list.data?.pages[0]?.items,
    q,
    text,
    words: {
      latest: 'Latest users',
      found: 'Users found',
      none: 'No users found',
      failed: 'Couldn’t load the users.',
    },
  })
}
