import { paths, type User } from '#modules/accounts/api'
import LogOut from 'lucide-react/icons/log-out'
import { DropdownMenu } from 'radix-ui'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { browser } from '../../../lib/browser.ts'
import { UserAvatar } from './user_avatar.tsx'

interface AccountMenuProps {
  user: User
  /** Where it leads besides out. */
  links: { label: string; to: string; icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }> }[]
}

const itemClasses =
  'flex min-h-touch items-center gap-3 rounded-control px-3 text-[0.9375rem] outline-none data-highlighted:bg-hover'

/** The avatar in the top bar and what drops down from it. */
export function AccountMenu({ user, links }: AccountMenuProps) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger aria-label="Account menu" className="grid size-11 shrink-0 place-items-center rounded-full">
        <UserAvatar user={user} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 w-64 animate-rise rounded-panel border border-line bg-raised p-1.5 shadow-card outline-none"
        >
          <DropdownMenu.Label className="px-3 py-2">
            {name && <span className="block truncate font-semibold">{name}</span>}
            <span className="block truncate text-sm text-faint">{user.email}</span>
          </DropdownMenu.Label>
          <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
          {links.map(({ label, to, icon: Icon }) => (
            <DropdownMenu.Item key={label} asChild className={itemClasses}>
              <Link to={to}>
                <Icon aria-hidden className="size-4 text-faint" />
                {label}
              </Link>
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Item className={itemClasses} onSelect={() => browser.leaveTo(paths.logout)}>
            <LogOut aria-hidden className="size-4 text-faint" />
            Log out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
