import { outranks, roles, type Role } from '#modules/accounts/api'
import type { AdminUser } from '#modules/admin/api'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { submitting } from '#web/lib/submitting'
import { attempt, toast } from '#web/lib/toasts'
import { displayName, roleNames } from '../texts.ts'
import { useChangeRole } from '../users.ts'

const rights: Record<Role, string> = {
  member: 'Uses Facet.',
  creator: 'The same, with a badge here.',
  support: 'Sees accounts and debts, and grants some rubies a day.',
  moderator:
    'Sees accounts and all characters, disables accounts, deletes characters, decides what is published, and invites people.',
  admin: 'Everything in the admin area.',
  owner: 'Everything, and makes admins.',
}

interface RoleDialogProps {
  user: AdminUser
  /** The role of the viewer, who gives only lower ones. */
  own: Role
  onClose: () => void
  onChanged: (user: AdminUser) => void
}

/** Gives a person another role. */
export function RoleDialog({ user, own, onClose, onChanged }: RoleDialogProps) {
  const [role, setRole] = useState(user.role)
  const change = useChangeRole()
  const name = displayName(user)
  const save = () =>
    attempt('Failed to change the role', async () => {
      onChanged(await change.mutateAsync({ params: { userId: user.id }, body: { role } }))
      toast('Role changed', `${name} is ${roleNames[role].toLowerCase()} now.`)
      onClose()
    })
  return (
    <Dialog isOpen onClose={onClose} title={`Role of ${name}`} description="Effective with their next step.">
      <form className="mt-5 grid gap-5" onSubmit={submitting(save)}>
        <fieldset className="grid gap-1">
          <legend className="sr-only">Role</legend>
          {roles
            .filter((each) => outranks(own, each))
            .map((each) => (
              <label
                key={each}
                className="flex min-h-touch items-start gap-3 rounded-control px-3 py-2.5 hover:bg-hover has-checked:bg-hover"
              >
                <input
                  type="radio"
                  name="role"
                  className="mt-1 accent-accent"
                  checked={role === each}
                  onChange={() => setRole(each)}
                />
                <span>
                  <span className="block font-semibold">{roleNames[each]}</span>
                  <span className="block text-sm text-soft">{rights[each]}</span>
                </span>
              </label>
            ))}
        </fieldset>
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isLoading={change.isPending} disabled={role === user.role}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
