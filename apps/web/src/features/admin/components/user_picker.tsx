import type { AdminUser } from '#modules/admin/api'
import type { Ref } from 'react'
import { Field } from '#web/components/ui/field'
import { Rubies } from '#web/components/shared/rubies'
import { useUsers } from '../users.ts'
import { UserIdentity } from './user_identity.tsx'
import { PickerSearch } from './picker_search.tsx'

interface UserPickerProps {
  label: string
  error?: string | null
  autoFocus?: boolean
  onPick: (user: AdminUser) => void
  ref?: Ref<HTMLInputElement>
}

/** Picks one user by name, e-mail or username. */
export function UserPicker({ label, error, autoFocus, onPick, ref }: UserPickerProps) {
  return (
    <Field label={label} error={error} className="relative">
      <PickerSearch
        inputRef={ref}
        autoFocus={autoFocus}
        placeholder="Name, e-mail or username"
        itemsName="Users"
        useList={useUsers}
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
