import type { PushState } from '#modules/notices/api'
import { getPush } from '#modules/notices/calls'
import { brand } from '#config/brand'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert } from '#web/components/ui/alert'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { Switch } from '#web/components/ui/toggle'
import { callQuery } from '#web/lib/api_client'
import { isPushBlocked, pushSupport, turnPushOff, turnPushOn } from './device.ts'
import { PushProblem } from './push_problem.tsx'

/** Turns pushes to this browser on and off. */
export function PushSettings() {
  const support = pushSupport()
  if (support === 'needs_app')
    return (
      <Alert>On iPhone and iPad, add {brand.name} to your home screen, and turn notifications on in that app.</Alert>
    )
  if (support === 'unsupported')
    return <Alert>This browser can’t show notifications while {brand.name} is closed.</Alert>
  return <DeviceSettings />
}

type Choice = 'on' | 'on_with_texts' | 'off'

const choiceOf = ({ device }: PushState): Choice => {
  if (!device) return 'off'
  return device.showsTexts ? 'on_with_texts' : 'on'
}

function DeviceSettings() {
  const queryClient = useQueryClient()
  const query = useQuery(callQuery(getPush))
  const change = useMutation({
    mutationFn: (choice: Choice) => (choice === 'off' ? turnPushOff() : turnPushOn(choice === 'on_with_texts')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: callQuery(getPush).queryKey }),
  })
  if (query.isPending)
    return (
      <Loading label="Loading settings">
        <Skeleton className="h-20 w-full rounded-panel" />
      </Loading>
    )
  if (!query.data) return <LoadFailed size="panel" title="Couldn’t load this device" query={query} />
  const saved = choiceOf(query.data)
  if (isPushBlocked() && saved === 'off') return <PushProblem because="blocked" />
  const choice = change.isPending ? change.variables : saved
  const choose = (next: Choice) => !change.isPending && change.mutate(next)
  return (
    <div className="flex flex-col gap-3">
      <div className="divide-y divide-line rounded-panel border border-line bg-raised px-4 sm:px-5">
        <Switch
          label="Push on this device"
          hint="Only while you aren’t looking at the app. Ends when you log out here."
          checked={choice !== 'off'}
          aria-busy={change.isPending || undefined}
          onChange={() => choose(choice === 'off' ? 'on' : 'off')}
        />
        {choice !== 'off' && (
          <Switch
            label="Show texts on the lock screen"
            hint="Names and the beginning of texts. Adult characters are never named or shown."
            checked={choice === 'on_with_texts'}
            aria-busy={change.isPending || undefined}
            onChange={() => choose(choice === 'on' ? 'on_with_texts' : 'on')}
          />
        )}
      </div>
      {change.error && <PushProblem error={change.error} />}
    </div>
  )
}
