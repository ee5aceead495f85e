import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { currentUserQuery } from '#web/features/accounts/current_user'
import { browser } from '#web/lib/browser'

/** Returns the callbacks that the screens of chats need from other features. */
export function useChatCallbacks() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const onBalanceChanged = useCallback(() => void queryClient.refetchQueries(currentUserQuery()), [queryClient])
  const onUpgrade = useCallback(
    (address: string) => {
      if (/^https?:/i.test(address)) browser.openTab(address)
      else navigate(address)
    },
    [navigate]
  )
  return { onBalanceChanged, onUpgrade }
}
