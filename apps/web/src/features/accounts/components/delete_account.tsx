import type { User } from '#modules/accounts/api'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { hasRubies } from '#web/lib/has_rubies'
import { DeleteAccountDialog } from './delete_account_dialog.tsx'

interface DeleteAccountProps {
  user: User
  /** Without a password, a recent sign-in is required instead. */
  hasPassword: boolean
  /** Called once the user is signed out. */
  onLeave: () => void
}

export function DeleteAccount({ user, hasPassword, onLeave }: DeleteAccountProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid gap-x-6 gap-y-4 rounded-panel border border-danger-line p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:p-5">
      <div>
        <h3 className="font-semibold text-danger-text">Delete account</h3>
        <p className="mt-1 text-sm text-pretty text-soft">
          This also deletes your chats{hasRubies() ? ', characters and rubies' : ' and characters'}. It can’t be undone.
        </p>
      </div>
      <Button look="danger" onClick={() => setIsOpen(true)} className="max-sm:w-full">
        Delete account
      </Button>
      <DeleteAccountDialog
        isOpen={isOpen}
        user={user}
        hasPassword={hasPassword}
        onCancel={() => setIsOpen(false)}
        onLeave={onLeave}
      />
    </div>
  )
}
