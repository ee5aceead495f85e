import { settings, notifications, profile } from './account.ts'
import { adminCharacters, adminPanel, auditLog, dashboard } from './admin.ts'
import { createCharacter, editCharacter } from './authoring.ts'
import { character } from './character.ts'
import { chat, recentChats } from './chat.ts'
import { chatSelection, gallery } from './gallery.ts'
import { imageGenerator } from './image_generator.ts'
import type { Screen } from './screen.ts'
import { shop } from './shop.ts'
import { landing, notFound, notFoundToStrangers, signIn } from './visitors.ts'

/** Every screen there is. Whoever adds one to the router is told when it is missing here. */
export const allScreens: readonly Screen[] = [
  landing,
  signIn,
  notFoundToStrangers,
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
