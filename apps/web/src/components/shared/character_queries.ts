import { paths as chatPaths } from '#modules/chat/api'
import { paths as galleryPaths } from '#modules/gallery/api'
import type { Query } from '@tanstack/react-query'

/** Whether the data of a query contains characters. The key of a query starts with the path of its call. */
export const isCharacterQuery = ({ queryKey: [path] }: Query): boolean =>
  typeof path === 'string' && [galleryPaths.characters, chatPaths.chats].some((prefix) => path.startsWith(prefix))
