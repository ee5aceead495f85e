import type { AdminUser } from '#modules/admin/api'
import UserX from 'lucide-react/icons/user-x'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PagedResults } from '#web/components/ui/paged_results'
import { toast, toastError } from '#web/lib/toasts'
import { useMediaQuery } from '#web/lib/use_media_query'
import { useDebouncedSearch } from '#web/lib/use_debounced'
import { useUsers, useSetDisabled } from '../users.ts'
import { AdminSection } from './admin_section.tsx'
import { RoleDialog } from './role_dialog.tsx'
import type { UserActions } from './user_buttons.tsx'
import { UserCards, UserCardsSkeleton } from './user_cards.tsx'
import { UserTable, UserTableSkeleton } from './user_table.tsx'
import { ListSearch } from './list_search.tsx'
import { displayName } from '../texts.ts'

const pageSize = 10
/** Wide enough for the table beside the sidebar. */
const wide = '(min-width: 80rem)'

interface UserListProps {
  self: UserActions['self']
  onAdjust: (user: AdminUser) => void
  onChanged: (user: AdminUser) => void
}

/** All users, newest first, with search, which begins with the one in the URL. */
export function UserList({ self, onAdjust, onChanged }: UserListProps) {
  const [query] = useSearchParams()
  const asked = query.get('users') ?? ''
  const [text, setText] = useState(asked)
  const q = useDebouncedSearch(text)
  const list = useUsers({ q, limit: pageSize })
  const [toToggle, setToToggle] = useState<AdminUser | null>(null)
  const [toPromote, setToPromote] = useState<AdminUser | null>(null)
  const change = useSetDisabled()
  const toggle = async (user: AdminUser) => {
    const disabled = user.disabledAt === null
    try {
      onChanged(await change.mutateAsync({ params: { userId: user.id }, body: { disabled } }))
      if (disabled) toast('Account disabled', `${displayName(user)} is signed out everywhere.`)
      else toast('Account enabled', `${displayName(user)} can sign in again.`)
    } catch (error) {
      const fallback = `Failed to ${disabled ? 'disable' : 'enable'} the account`
      toastError(error, fallback)
    }
  }
  return (
    <AdminSection
      title="Users"
      aside={
        <ListSearch
          list="Users"
          label="Search users"
          placeholder="Name, e-mail or username"
          // Scrolls the list into view, which a link has asked for.
          autoFocus={asked !== ''}
          text={text}
          onText={setText}
        />
      }
    >
      <Results list={list} q={q} actions={{ self, onAdjust, onChangeRole: setToPromote, onToggle: setToToggle }} />
      <ConfirmDialog
        isOpen={toToggle !== null}
        {...questionOf(toToggle)}
        onCancel={() => setToToggle(null)}
        onConfirm={() => toToggle && void toggle(toToggle)}
      />
      {toPromote && (
        <RoleDialog user={toPromote} own={self.role} onClose={() => setToPromote(null)} onChanged={onChanged} />
      )}
    </AdminSection>
  )
}

function Results({ list, q, actions }: { list: ReturnType<typeof useUsers>; q: string; actions: UserActions }) {
  const isWide = useMediaQuery(wide)
  const users = list.data?.pages.flatMap((page) => page.items) ?? []
  // An empty result of the previous search says nothing about this one.
  if (list.isPending || (list.isPlaceholderData && users.length === 0))
    return isWide ? <UserTableSkeleton /> : <UserCardsSkeleton />
  if (!list.data) return <LoadFailed title="Couldn’t load the users" size="panel" query={list} />
  if (users.length === 0)
    return (
      <EmptyState
        size="panel"
        icon={<UserX />}
        title="No users found"
        text={q === '' ? 'No accounts yet.' : 'Try a part of the name, the e-mail or the username.'}
      />
    )
  return (
    <PagedResults list={list} count={users.length} itemName="user" itemsName="users" isManual>
      {isWide ? <UserTable users={users} {...actions} /> : <UserCards users={users} {...actions} />}
    </PagedResults>
  )
}

function questionOf(user: AdminUser | null) {
  const name = user ? displayName(user) : ''
  return user?.disabledAt === null || user === null
    ? {
        title: 'Disable account',
        question: `${name} will be signed out everywhere and can’t sign in until the account is enabled again. Everything of theirs is kept.`,
        confirmLabel: 'Disable',
      }
    : {
        title: 'Enable account',
        question: `${name} can sign in again. Ended sessions stay ended.`,
        confirmLabel: 'Enable',
        look: 'primary' as const,
      }
}
