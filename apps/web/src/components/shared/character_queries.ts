import { listChats } from '#modules/chat/calls'
import { listCharacters } from '#modules/gallery/calls'
import { patternOf } from '#modules/kernel/calls'
import type { Query } from '@tanstack/react-query'

/** Whether the data of a query contains characters. The key of a query starts with the path of its call. */
export const isCharacterQuery = ({ queryKey: [path] }: Query): boolean =>
  typeof path === 'string' && [listCharacters, listChats].some((call) => path.startsWith(patternOf(call)))
