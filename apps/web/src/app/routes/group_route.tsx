import type { User } from '#modules/accounts/api'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { brand } from '#config/brand'
import { getCurrentUserQueryOptions } from '#web/features/accounts/api/get_current_user'
import { GroupScreen } from '#web/features/chat/screens/group_screen'
import { browser } from '#web/lib/browser'

export default function GroupRoute({ user }: { user: User }) {
  const { groupId = '' } = useParams()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const refreshBalance = useCallback(() => void queryClient.refetchQueries(getCurrentUserQueryOptions()), [queryClient])
  const upgrade = useCallback(
    (address: string) => {
      if (address === brand.discordInvite || /^https?:/i.test(address)) browser.openTab(address)
      else navigate(address)
    },
    [navigate]
  )
  return (
    <GroupScreen key={groupId} groupId={groupId} user={user} onBalanceChanged={refreshBalance} onUpgrade={upgrade} />
  )
}
