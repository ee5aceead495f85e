import { paths, type GroupChatData } from '#modules/chat/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { refreshChatLists } from '../chat_lists.ts'

export function useCreateGroup() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { characterIds: string[]; title: string | null }) =>
      sendJson<GroupChatData>('POST', paths.groups, body),
    onSuccess: () => void refreshChatLists(queryClient),
  })
}
