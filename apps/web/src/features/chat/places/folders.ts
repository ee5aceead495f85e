import type { ChatPlace } from '#modules/chat/api'
import { listFolders, placeChat } from '#modules/chat/calls'
import { patternOf } from '#modules/kernel/calls'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { attempt } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { refreshChatLists } from '../chat_lists.ts'

export const useFolders = () => useQuery(callQuery(listFolders))

/** Reads the folders and the lists of chats again. */
export const refreshFolders = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([queryClient.invalidateQueries({ queryKey: [patternOf(listFolders)] }), refreshChatLists(queryClient)])

/** Returns a function that moves a chat, then calls `onMoved`. Shows why it failed. */
export function usePlaceChat(chatId: string) {
  const place = useCall(placeChat, refreshChatLists)
  return (body: ChatPlace, onMoved?: () => void) =>
    attempt('The chat couldn’t be moved. Please try again.', async () => {
      await place.mutateAsync({ params: { id: chatId }, body })
      onMoved?.()
    })
}
