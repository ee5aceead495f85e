import type { ChatListItem } from '#modules/chat/api'
import { screens } from '#web/screens'

/** More faces would be too small to tell apart. */
const facesMax = 3

/** Returns the name and avatar of a chat's characters. A deleted character gets a placeholder name and gray initials. */
export function shownCharacter({ character, characters }: Pick<ChatListItem, 'character' | 'characters'>) {
  const [first] = characters ?? []
  if (characters && first)
    return {
      isDeleted: false,
      name: characters.map(({ name }) => name).join(', '),
      initialsOf: first.name,
      avatar: first.avatar,
      avatarFocus: first.avatarFocus,
      avatarClasses: undefined,
      faces: characters.slice(0, facesMax),
    }
  if (character === null)
    return {
      isDeleted: true,
      name: 'Deleted Character',
      initialsOf: 'DC',
      avatar: null,
      avatarFocus: null,
      avatarClasses: 'grayscale',
      faces: [],
    }
  const { name, avatar, avatarFocus } = character
  return { isDeleted: false, name, initialsOf: name, avatar, avatarFocus, avatarClasses: undefined, faces: [character] }
}

export type ShownCharacter = ReturnType<typeof shownCharacter>

export const chatAddress = ({ id, characterId }: Pick<ChatListItem, 'id' | 'characterId'>) =>
  characterId === null ? screens.group.href({ groupId: id }) : screens.chat.href({ characterId }, { session: id })
