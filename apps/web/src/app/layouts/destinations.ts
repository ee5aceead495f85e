import Bell from 'lucide-react/icons/bell'
import CircleUser from 'lucide-react/icons/circle-user'
import Compass from 'lucide-react/icons/compass'
import GemIcon from 'lucide-react/icons/gem'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Plus from 'lucide-react/icons/plus'
import Settings from 'lucide-react/icons/settings'
import type { ComponentType } from 'react'
import { isKnownPath } from '../router/known_paths.ts'

/** A place that the frame leads to. */
export interface Destination {
  label: string
  to: string
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
}

const explore: Destination = { label: 'Explore', to: '/', icon: Compass }
const recentChats: Destination = { label: 'Recent Chats', to: '/memory', icon: MessagesSquare }
const topUp: Destination = { label: 'Top Up', to: '/ruby-shop', icon: GemIcon }

export const notifications: Destination = { label: 'Notifications', to: '/notifications', icon: Bell }
export const createCharacter: Destination = { label: 'Create Character', to: '/create-character', icon: Plus }
export const buyRubies: Destination = { label: 'Buy Rubies', to: '/ruby-shop', icon: GemIcon }
export const profile: Destination = { label: 'Profile', to: '/profile', icon: CircleUser }
export const settings: Destination = { label: 'Settings', to: '/settings', icon: Settings }

/** A character's own page, and where its owner edits it. */
export const characterAddress = (id: string) => `/character/${id}`
export const editAddress = (id: string) => `/edit-character/${id}`

/** The main menu, in its order: the sidebar's on large screens, the tab bar's on small ones. */
export const mainMenu: readonly Destination[] = [explore, recentChats, topUp, notifications]

/** Whether it leads somewhere: a place whose screen is not in the route table is not shown. */
export const hasScreen = ({ to }: Pick<Destination, 'to'>): boolean => isKnownPath(to)
