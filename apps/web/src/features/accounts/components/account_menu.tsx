import { paths, type User } from '#modules/accounts/api'
import LogOut from 'lucide-react/icons/log-out'
import type { ComponentType } from 'react'
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../../../components/ui/menu.tsx'
import { browser } from '../../../lib/browser.ts'
import { UserAvatar } from './user_avatar.tsx'

interface AccountMenuProps {
  user: User
  /** Where it leads besides out. */
  links: { label: string; to: string; icon: ComponentType }[]
}

/** The avatar in the top bar and what drops down from it. */
export function AccountMenu({ user, links }: AccountMenuProps) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return (
    <Menu
      className="w-64"
      trigger={
        <button
          type="button"
          aria-label="Account menu"
          className="grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-hover data-[state=open]:bg-hover"
        >
          <UserAvatar user={user} />
        </button>
      }
    >
      <MenuLabel>
        {name && <span className="block truncate text-base font-semibold text-text">{name}</span>}
        <span className="block truncate">{user.email}</span>
      </MenuLabel>
      <MenuSeparator />
      {links.map(({ label, to, icon: Icon }) => (
        <MenuLink key={label} to={to} icon={<Icon />}>
          {label}
        </MenuLink>
      ))}
      {links.length > 0 && <MenuSeparator />}
      <MenuItem icon={<LogOut />} onSelect={() => browser.leaveTo(paths.logout)}>
        Log out
      </MenuItem>
    </Menu>
  )
}
