import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import type { ChatListItem } from './api.ts'
import { listChats } from './list_chats_query.ts'

/**
 * Returns the user's newest chat. Null without one, and if its last message can't be shown, or the user hides one of its characters.
 * Archived chats don't count.
 */
export const findLastChat = async (
  db: Database,
  gallery: Gallery,
  user: CurrentUser,
  timeZone: string
): Promise<ChatListItem | null> => {
  const newest = { characterId: null, search: null, isArchived: false, folderId: null, limit: 1, after: null }
  const [chat] = (await listChats(db, gallery, { ...newest, isByTime: true, user, timeZone })).items
  if (!chat?.lastMessage) return null
  const characterIds = (chat.characters ?? [chat.character]).flatMap((character) => character?.id ?? [])
  if (characterIds.length === 0 || (await gallery.hiddenBy(user, characterIds)).length > 0) return null
  return chat
}
