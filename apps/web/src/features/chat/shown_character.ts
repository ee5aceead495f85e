import type { ChatListItem } from '#modules/chat/api'
import { screens } from '#web/screens'

/** Name and avatar of a chat's character, which may have been deleted. */
export function shownCharacter({ character }: Pick<ChatListItem, 'character'>) {
  if (character === null) return { isDeleted: true, name: 'Deleted Character', initialsOf: 'DC', avatar: null }
  return { isDeleted: false, name: character.name, initialsOf: character.name, avatar: character.avatar }
}

export const chatAddress = ({ id, characterId }: Pick<ChatListItem, 'id' | 'characterId'>) =>
  screens.chat.href({ characterId }, { session: id })
