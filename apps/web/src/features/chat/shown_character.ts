import type { ChatListItem } from '#modules/chat/api'

/** How the character of a chat is shown in lists. A chat without one stays readable, under another name. */
export function shownCharacter({ character }: Pick<ChatListItem, 'character'>) {
  if (character === null) return { isDeleted: true, name: 'Deleted Character', initialsOf: 'DC', avatar: null }
  return { isDeleted: false, name: character.name, initialsOf: character.name, avatar: character.avatar }
}

/** Where a chat goes on. */
export const chatAddress = ({ id, characterId }: Pick<ChatListItem, 'id' | 'characterId'>) =>
  `/chat/${characterId}?session=${encodeURIComponent(id)}`
