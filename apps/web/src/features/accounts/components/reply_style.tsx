import type { SamplingChoice } from '#modules/accounts/api'
import { listModels } from '#modules/chat/calls'
import { useQuery } from '@tanstack/react-query'
import { SamplingForm } from '#web/components/shared/sampling_form'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { callQuery } from '#web/lib/api_client'
import { attempt } from '#web/lib/toasts'
import { RetryRow } from '#web/components/ui/retry_row'
import { useChangeSettings } from '../settings.ts'
import { SettingsSection } from './settings_section.tsx'

/** How freely replies are written in all chats of the user. Offers what at least one model takes. */
export function ReplyStyle({ sampling }: { sampling: SamplingChoice | null }) {
  const models = useQuery(callQuery(listModels))
  const { data, error } = models
  const change = useChangeSettings()
  const save = async (next: SamplingChoice | null, onSaved: () => void) => {
    await attempt('Failed to update settings', async () => {
      await change.mutateAsync({ body: { sampling: next } })
      onSaved()
    })
  }
  const takes = [...new Set(data?.filter(({ available }) => available).flatMap((model) => model.takes))]
  const sent = change.isPending ? change.variables.body.sampling : undefined
  if (data && takes.length === 0) return null
  return (
    <SettingsSection
      title="Creativity"
      text="For all your chats. Steady is predictable. Wild takes risks. Each chat can have its own."
    >
      {data ? (
        <SamplingForm
          takes={takes}
          sampling={sent === undefined ? sampling : sent}
          onSave={(next, onSaved) => void save(next, onSaved)}
          saving={change}
        />
      ) : error ? (
        <RetryRow query={models} text="Couldn’t load the models." />
      ) : (
        <Loading label="Loading the models">
          <Skeleton className="h-11" />
        </Loading>
      )}
    </SettingsSection>
  )
}
