import type { User } from '#modules/accounts/api'
import CircleUser from 'lucide-react/icons/circle-user'
import Compass from 'lucide-react/icons/compass'
import GemIcon from 'lucide-react/icons/gem'
import LibraryBig from 'lucide-react/icons/library-big'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Plus from 'lucide-react/icons/plus'
import Settings from 'lucide-react/icons/settings'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ComponentType } from 'react'
import { NotificationsBell, UnreadNote } from '#web/features/notices/components/notifications_bell'
import { hasRubies } from '#web/lib/has_rubies'
import { screens } from '#web/screens'
import { viewerOf } from '../router/viewer.ts'

export interface MenuItem {
  label: string
  to: string
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
  /** Follows the label, for screen readers. */
  note?: ComponentType
}

const explore: MenuItem = { label: 'Explore', to: screens.gallery.path, icon: Compass }
const recentChats: MenuItem = { label: 'Recent Chats', to: screens.recentChats.path, icon: MessagesSquare }
export const library: MenuItem = { label: 'Library', to: screens.library.path, icon: LibraryBig }
const topUp: MenuItem = { label: 'Top Up', to: screens.rubyShop.path, icon: GemIcon }

export const notifications: MenuItem = {
  label: 'Notifications',
  to: screens.notifications.path,
  icon: NotificationsBell,
  note: UnreadNote,
}
export const createCharacter: MenuItem = { label: 'Create Character', to: screens.createCharacter.path, icon: Plus }
export const buyRubies: MenuItem = { label: 'Buy Rubies', to: screens.rubyShop.path, icon: GemIcon }
export const profile: MenuItem = { label: 'Profile', to: screens.profile.path, icon: CircleUser }
export const settings: MenuItem = { label: 'Settings', to: screens.settings.path, icon: Settings }

/** The admin area, for those who may see a part of it. Support and moderators only have the tab of the settings. */
export const adminMenu = (user: User): readonly MenuItem[] => {
  const to = user.isAdmin ? screens.admin.path : screens.settings.href({}, { tab: 'admin' })
  return viewerOf(user) === 'member' ? [] : [{ label: 'Admin', to, icon: ShieldCheck }]
}

/** The main menu in the sidebar. */
export const mainMenu = (): readonly MenuItem[] => [
  explore,
  recentChats,
  library,
  ...(hasRubies() ? [topUp] : []),
  notifications,
]
/** The main menu on small screens, which have the shop behind the balance. */
export const tabs: readonly MenuItem[] = [explore, recentChats, library, notifications]
