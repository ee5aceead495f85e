import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRefreshUser } from '#web/components/shared/use_refresh_user'
import { browser } from '#web/lib/browser'

/** Returns the callbacks that the screens of chats need from other features. */
export function useChatCallbacks() {
  const navigate = useNavigate()
  const onBalanceChanged = useRefreshUser()
  const onUpgrade = useCallback(
    (address: string) => {
      if (/^https?:/i.test(address)) browser.openTab(address)
      else navigate(address)
    },
    [navigate]
  )
  return { onBalanceChanged, onUpgrade }
}
