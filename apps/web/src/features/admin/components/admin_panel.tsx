import type { AdminUser } from '#modules/admin/api'
import { useRef, useState } from 'react'
import { AdminNav, type AdminLink } from './admin_nav.tsx'
import { AdminSection } from './admin_section.tsx'
import { Overview } from './overview.tsx'
import { RubyForm } from './ruby_form.tsx'
import { UserList } from './user_list.tsx'

interface AdminPanelProps {
  userId: string
  /** Where else admins go; this is `here`. */
  links: readonly AdminLink[]
  here: string
  dashboardAddress: string
}

/** What admins have in their settings: how things go, rubies, users, and characters. */
export function AdminPanel({ userId, links, here, dashboardAddress }: AdminPanelProps) {
  const [picked, setPicked] = useState<AdminUser | null>(null)
  const amount = useRef<HTMLInputElement>(null)
  return (
    <>
      <AdminNav links={links} current={here} />
      <Overview dashboardAddress={dashboardAddress} />
      <AdminSection
        title="Ruby management"
        text="Pick a user, then give rubies or take some back. It stands in their history and in the audit log."
      >
        <RubyForm user={picked} onPick={setPicked} amountRef={amount} />
      </AdminSection>
      <UserList
        selfId={userId}
        onAdjust={(user) => {
          setPicked(user)
          // The focus brings the form into view.
          amount.current?.focus()
        }}
        onChanged={(user) => setPicked((now) => (now?.id === user.id ? user : now))}
      />
    </>
  )
}
