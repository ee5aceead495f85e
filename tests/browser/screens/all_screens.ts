import { settings, notifications, profile } from './account.ts'
import { adminCharacters, adminPanel, auditLog, dashboard } from './admin.ts'
import { createCharacter, editCharacter } from './authoring.ts'
import { character } from './character.ts'
import { chat, recentChats } from './chat.ts'
import { chatSelection, gallery } from './gallery.ts'
import { imageGenerator } from './image_generator.ts'
import type { Screen } from './screen.ts'
import { shop } from './shop.ts'
import { landing, notFound, notFoundToVisitors, signIn } from './visitors.ts'

/** The walks of all screens. A test fails when a screen of apps/web/src/screens.ts is missing. */
export const allScreens: readonly Screen[] = [
  landing,
  signIn,
  notFoundToVisitors,
  notFound,
  gallery,
  chatSelection,
  character,
  chat,
  recentChats,
  createCharacter,
  editCharacter,
  imageGenerator,
  shop,
  profile,
  notifications,
  settings,
  adminPanel,
  dashboard,
  auditLog,
  adminCharacters,
]
