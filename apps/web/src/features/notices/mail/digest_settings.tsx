import type { DigestInterval, DigestSettings as Digest } from '#modules/notices/api'
import { changeDigest, getDigest } from '#modules/notices/calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ButtonLink } from '#web/components/ui/button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Segments } from '#web/components/ui/segments'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { callQuery, callServer } from '#web/lib/api_client'
import { toastError } from '#web/lib/toasts'
import { screens } from '#web/screens'

const options: readonly { value: DigestInterval | 'off'; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'day', label: 'Once a day' },
  { value: 'week', label: 'Once a week' },
]

/** How often unread notifications are mailed. Only a verified address gets the mail. */
export function DigestSettings({ isVerified }: { isVerified: boolean }) {
  const { queryKey, ...query } = callQuery(getDigest)
  const queryClient = useQueryClient()
  const digest = useQuery({ queryKey, ...query, enabled: isVerified })
  const change = useMutation({
    scope: { id: 'digest' },
    mutationFn: (body: Digest) => callServer(changeDigest, { body }),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
    onError: (error) => toastError(error, 'Failed to update settings'),
  })
  if (!isVerified)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-ui text-soft">Verify your e-mail address first, so that no one else gets your mail.</p>
        <ButtonLink to={screens.settings.path}>Go to your account</ButtonLink>
      </div>
    )
  if (digest.isPending)
    return (
      <Loading label="Loading settings">
        <Skeleton className="h-11 w-full max-w-80" />
      </Loading>
    )
  if (!digest.data) return <LoadFailed size="panel" title="Couldn’t load this setting" query={digest} />
  // The choice is shown while it is saved.
  const { every } = change.isPending ? change.variables : digest.data
  return (
    <Segments
      label="Mail about notifications"
      options={options}
      value={every ?? 'off'}
      onChange={(value) => change.mutate({ every: value === 'off' ? null : value })}
    />
  )
}
