import { matchPath } from 'react-router-dom'

/** Every address that has a screen, once: the router and whoever asks whether there is one read these. */
export const screenPaths = {
  home: '/',
  chat: '/chat/:characterId',
  character: '/character/:characterId',
  createCharacter: '/create-character',
  editCharacter: '/edit-character/:characterId',
  imageGenerator: '/ai-image-generator',
  recentChats: '/memory',
  rubyShop: '/ruby-shop',
  notifications: '/notifications',
  profile: '/profile',
  settings: '/settings',
  admin: '/admin',
  adminAudit: '/admin/audit',
  adminCharacters: '/admin/characters',
} as const

/** Whether the app has a screen at this path. */
export function isKnownPath(path: string): boolean {
  return Object.values(screenPaths).some((pattern) => matchPath(pattern, path) !== null)
}
