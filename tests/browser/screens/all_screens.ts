import {
  library,
  notifications,
  profile,
  settings,
  settingsContent,
  settingsData,
  settingsInvitations,
  settingsTokens,
  settingsNotifications,
  settingsSecurity,
  settingsWebhooks,
} from './account.ts'
import {
  adminCharacters,
  adminPages,
  adminPanel,
  announcements,
  controlRoomScreen,
  auditLog,
  dashboard,
  heldContent,
  outbox,
  rubyCodes,
  signUp,
} from './admin.ts'
import { createCharacter, editCharacter } from './authoring.ts'
import { character } from './character.ts'
import { chat, recentChats } from './chat.ts'
import { chatSelection, gallery } from './gallery.ts'
import { costs } from './costs.ts'
import { creator } from './creator.ts'
import { group } from './group.ts'
import { imageGenerator } from './image_generator.ts'
import { collections, oneCollection } from './collections.ts'
import { pictures } from './pictures.ts'
import { importFiles } from './import_files.ts'
import { lorebook, lorebooks } from './lorebooks.ts'
import { confirmNotice, noticeForm, reports, statement } from './moderation.ts'
import type { Screen } from './screen.ts'
import { share } from './share.ts'
import { sitePages } from './site_pages.ts'
import { shop } from './shop.ts'
import { characterStatistics, statistics } from './statistics.ts'
import { forgottenPassword, landing, notFound, notFoundToVisitors, signIn } from './visitors.ts'

/** The walks of all screens. A test fails when a screen of apps/web/src/screens.ts is missing. */
export const allScreens: readonly Screen[] = [
  landing,
  signIn,
  forgottenPassword,
  notFoundToVisitors,
  notFound,
  share,
  creator,
  statement,
  noticeForm,
  confirmNotice,
  ...sitePages,
  gallery,
  chatSelection,
  character,
  chat,
  group,
  recentChats,
  characterStatistics,
  statistics,
  createCharacter,
  editCharacter,
  importFiles,
  lorebooks,
  lorebook,
  imageGenerator,
  pictures,
  collections,
  oneCollection,
  shop,
  profile,
  library,
  notifications,
  settings,
  settingsSecurity,
  settingsContent,
  settingsData,
  settingsInvitations,
  settingsTokens,
  settingsWebhooks,
  settingsNotifications,
  adminPanel,
  dashboard,
  auditLog,
  announcements,
  controlRoomScreen,
  costs,
  adminPages,
  outbox,
  rubyCodes,
  signUp,
  reports,
  adminCharacters,
  heldContent,
]
