import type { User } from '#modules/accounts/api'
import type { AdminUser } from '#modules/admin/api'
import { useRef, useState } from 'react'
import { ButtonLink } from '#web/components/ui/button'
import { hasRubies } from '#web/lib/has_rubies'
import { screens } from '#web/screens'
import { AdminSection } from './admin_section.tsx'
import { Overview } from './overview.tsx'
import { QuickImport } from './quick_import.tsx'
import { RubyForm } from './ruby_form.tsx'
import { UserList } from './user_list.tsx'

/** The admin tab of the settings. Support and moderators see their parts of it. */
export function AdminPanel({ self }: { self: Pick<User, 'id' | 'role' | 'isAdmin'> }) {
  const [picked, setPicked] = useState<AdminUser | null>(null)
  const amount = useRef<HTMLInputElement>(null)
  return (
    <>
      {self.isAdmin && <Overview />}
      {hasRubies() && self.role !== 'moderator' && (
        <AdminSection
          title="Ruby management"
          text={`Pick a user, then grant${self.isAdmin ? ' or deduct' : ''} rubies. The change appears in their history and the audit log.`}
        >
          <RubyForm user={picked} onPick={setPicked} amountRef={amount} mayDeduct={self.isAdmin} />
        </AdminSection>
      )}
      <UserList
        self={self}
        onAdjust={(user) => {
          setPicked(user)
          // Focusing scrolls the form into view.
          amount.current?.focus()
        }}
        onChanged={(user) => setPicked((now) => (now?.id === user.id ? user : now))}
      />
      {self.role !== 'support' && (
        <AdminSection
          title="Characters"
          text={
            self.isAdmin
              ? 'Import a file, change images, edit first messages or delete characters. Quick import adds missing built‑in characters.'
              : 'See all characters, delete them, and decide about what is held for review.'
          }
        >
          <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
            <ButtonLink to={screens.adminCharacters.path}>Manage characters</ButtonLink>
            <ButtonLink to={screens.adminHeld.path}>Held for review</ButtonLink>
            {self.isAdmin && <QuickImport set="fifty" />}
          </div>
        </AdminSection>
      )}
      {self.role === 'moderator' && (
        <AdminSection title="Reports" text="Look at what users report, and decide about appeals.">
          <ButtonLink to={screens.adminReports.path}>Open the queue</ButtonLink>
        </AdminSection>
      )}
    </>
  )
}
