import { dailyRewardRubies } from '#config/economy'
import Gift from 'lucide-react/icons/gift'
import { useEffect } from 'react'
import { useRefreshUser } from '#web/components/shared/use_refresh_user'
import { Banner } from '#web/components/ui/banner'
import { Button } from '#web/components/ui/button'
import { Skeleton } from '#web/components/ui/skeleton'
import { isStatus } from '#web/lib/api_error'
import { focusMain } from '#web/lib/focus_main'
import { storage } from '#web/lib/storage'
import { toast, toastFailure } from '#web/lib/toasts'
import { useClaimDailyReward, useDailyReward } from '../daily_reward.ts'

/** Stores when the next reward can be claimed, so that no skeleton is shown before then. */
const nextClaimKey = (userId: string) => `facet:daily-reward-next:${userId}`

/** Shown while today's reward can be claimed. */
export function DailyRewardBanner({ userId }: { userId: string }) {
  const refreshUser = useRefreshUser()
  const check = useDailyReward()
  const claim = useClaimDailyReward()
  const nextClaimAt = check.data?.nextClaimAt
  useEffect(() => {
    if (nextClaimAt) storage.set(nextClaimKey(userId), nextClaimAt)
  }, [userId, nextClaimAt])

  if (check.isPending) {
    const isExpected = Date.now() >= Date.parse(storage.get(nextClaimKey(userId)) ?? '1970-01-01')
    return isExpected ? <Skeleton className="h-19.5 rounded-card max-sm:h-auto max-sm:min-h-39" /> : null
  }
  if (!check.data?.canClaim) return null

  const onClaim = async () => {
    try {
      const { success, message, code } = await claim.mutateAsync()
      toast(success ? 'Daily Reward Claimed' : code ? 'Not claimed' : 'Already Claimed', message)
      refreshUser()
      focusMain()
    } catch (error) {
      if (!isStatus(error, 401)) toastFailure('Error', 'Failed to claim daily reward. Please try again.')
    }
  }
  return (
    <Banner
      tone="accent"
      icon={<Gift />}
      title="Your daily reward is here"
      text={`${dailyRewardRubies} rubies, once a day until midnight UTC.`}
      action={
        <Button look="primary" isLoading={claim.isPending} onClick={() => void onClaim()}>
          Claim {dailyRewardRubies} rubies
        </Button>
      }
    />
  )
}
