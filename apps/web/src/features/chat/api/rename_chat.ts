import { paths, type ChatSession } from '#modules/chat/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { listChatsQueryOptions } from './list_chats.ts'

interface RenameChatInput {
  sessionId: string
  /** The new title. An empty text removes the title. */
  title: string
}

export const renameChat = ({ sessionId, title }: RenameChatInput) =>
  sendJson<ChatSession>('PUT', paths.title(sessionId), { title })

export function useRenameChat() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: renameChat,
    onSuccess: () => queryClient.invalidateQueries(listChatsQueryOptions()),
  })
}
