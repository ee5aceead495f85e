import type { User } from '#modules/accounts/api'
import { signOut } from '#modules/accounts/calls'
import { addressOf } from '#modules/kernel/calls'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useState, type ComponentType, type ReactElement } from 'react'
import { Menu, MenuChoices, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '#web/components/ui/menu'
import { browser } from '#web/lib/browser'
import { chooseTheme, readTheme } from '#web/lib/theme'
import { localDrafts } from '../local_drafts.ts'

const logOut = () => {
  localDrafts.forget()
  browser.leaveTo(addressOf(signOut))
}

const themes = [
  { value: 'system', label: 'System theme', icon: <Monitor /> },
  { value: 'dark', label: 'Dark theme', icon: <Moon /> },
  { value: 'light', label: 'Light theme', icon: <Sun /> },
] as const

interface AccountMenuProps {
  user: User
  trigger: ReactElement
  links: { label: string; to: string; icon: ComponentType }[]
}

/** The menu of the avatar in the top bar. Loaded lazily, so it opens at once. */
export function AccountMenu({ user, trigger, links }: AccountMenuProps) {
  const [theme, setTheme] = useState(readTheme)
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return (
    <Menu className="w-64" defaultOpen trigger={trigger}>
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
      <MenuChoices
        label="Theme"
        value={theme}
        choices={themes}
        onChoose={(chosen) => {
          chooseTheme(chosen)
          setTheme(chosen)
        }}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={logOut}>
        Log out
      </MenuItem>
    </Menu>
  )
}
