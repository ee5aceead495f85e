import type { SamplingChoice } from '#modules/accounts/api'
import { SamplingForm, type SamplingKey } from '#web/components/shared/sampling_form'
import { Button } from '#web/components/ui/button'
import { Skeleton } from '#web/components/ui/skeleton'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { toastFailure } from '#web/lib/toasts'
import { useChangeSettings } from '../settings.ts'
import { SettingsSection } from './settings_section.tsx'

export interface ModelsQuery {
  data: readonly { available: boolean; takes: readonly SamplingKey[] }[] | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface ReplyStyleProps {
  sampling: SamplingChoice | null
  models: ModelsQuery
}

/** How freely replies are written in all chats of the user. Offers what at least one model takes. */
export function ReplyStyle({ sampling, models: { data, error, isFetching, refetch } }: ReplyStyleProps) {
  const change = useChangeSettings()
  const save = async (next: SamplingChoice | null, onSaved: () => void) => {
    try {
      await change.mutateAsync({ sampling: next })
      onSaved()
    } catch (failure) {
      if (!isStatus(failure, 401)) toastFailure('Error', sentenceOf(failure, 'Failed to update settings'))
    }
  }
  const takes = [...new Set(data?.filter(({ available }) => available).flatMap((model) => model.takes))]
  const sent = change.isPending ? change.variables.sampling : undefined
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
        <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-soft">
          <p>{sentenceOf(error, 'Couldn’t load the models.')}</p>
          <Button size="s" isLoading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <div role="status">
          <span className="sr-only">Loading the models</span>
          <Skeleton className="h-11" />
        </div>
      )}
    </SettingsSection>
  )
}
