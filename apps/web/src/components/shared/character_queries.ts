import { paths as chatPaths } from '#modules/chat/api'
import { paths as galleryPaths } from '#modules/gallery/api'
import type { Query } from '@tanstack/react-query'

/** Whether an answer shows characters: each is kept under the path of its call, the gallery's and the chats'. */
export const showsCharacters = ({ queryKey: [path] }: Query): boolean =>
  typeof path === 'string' && [galleryPaths.characters, chatPaths.chats].some((beginning) => path.startsWith(beginning))
