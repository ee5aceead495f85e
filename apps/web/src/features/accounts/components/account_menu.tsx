import { paths, type User } from '#modules/accounts/api'
import LogOut from 'lucide-react/icons/log-out'
import { DropdownMenu } from 'radix-ui'
import { browser } from '../../../lib/browser.ts'
import { UserAvatar } from './user_avatar.tsx'

/** The avatar in the top bar and what drops down from it. */
export function AccountMenu({ user }: { user: User }) {
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
          <DropdownMenu.Item
            className="flex min-h-touch items-center gap-3 rounded-control px-3 text-[0.9375rem] outline-none data-highlighted:bg-hover"
            onSelect={() => browser.leaveTo(paths.logout)}
          >
            <LogOut aria-hidden className="size-4 text-faint" />
            Log out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
