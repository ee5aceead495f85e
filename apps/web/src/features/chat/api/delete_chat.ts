import { paths } from '#modules/chat/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { listChatsQueryOptions } from './list_chats.ts'

export const deleteChat = (sessionId: string) => sendJson<{ message: string }>('DELETE', paths.deleteChat(sessionId))

export function useDeleteChat() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: deleteChat,
    onSuccess: () => queryClient.invalidateQueries(listChatsQueryOptions()),
  })
}
