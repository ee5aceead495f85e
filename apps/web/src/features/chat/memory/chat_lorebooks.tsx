import { limits } from '#modules/chat/api'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useLiveEvents } from '#web/components/shared/live_events'
import { LorebookChoice } from '#web/components/shared/lorebook_choice'
import { Button } from '#web/components/ui/button'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { RetryRow } from '#web/components/ui/retry_row'
import { SaveStatus } from '#web/components/ui/save_status'
import { contextKey } from './context.ts'
import { SettingSection } from './setting_section.tsx'
import { settingsQuery, useSettings } from './settings.ts'
import { useSaveSetting } from './use_save_setting.ts'

/** A setting for the lorebooks of a chat. Saves each choice at once. */
export function ChatLorebooks({ sessionId }: { sessionId: string }) {
  const queryClient = useQueryClient()
  const settings = useSettings(sessionId)
  const saving = useSaveSetting(sessionId, 'Failed to save the lorebooks.')
  // Another tab may change the settings.
  useLiveEvents((event) => {
    if (event.type !== 'chat' || event.what !== 'settings_changed' || event.sessionId !== sessionId) return
    void queryClient.invalidateQueries(settingsQuery(sessionId))
    void queryClient.invalidateQueries({ queryKey: contextKey(sessionId) })
  })

  const { problem, variables, mutate } = saving
  const unsaved = saving.isPending || saving.isError ? variables?.lorebookIds : undefined
  const chosen = unsaved ?? settings.data?.lorebookIds
  return (
    <SettingSection title="Lorebooks of this chat" text="Their entries join the prompts of this chat only.">
      {chosen ? (
        <LorebookChoice
          chosen={chosen}
          onChange={(lorebookIds) => mutate({ lorebookIds })}
          max={limits.lorebooksMax}
          fullText={`A chat can have ${limits.lorebooksMax} lorebooks.`}
          showsAlwaysOn
        />
      ) : settings.isError ? (
        <RetryRow query={settings} text="Couldn’t load the lorebooks of this chat." />
      ) : (
        <Loading label="Loading the lorebooks of this chat">
          <Skeleton className="h-11" />
        </Loading>
      )}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <Link
          to="/lorebooks"
          className="inline-flex min-h-touch items-center text-sm font-semibold text-accent-text underline underline-offset-4"
        >
          Your lorebooks
        </Link>
        <SaveStatus saving={saving}>
          {problem && variables && (
            <Button
              size="s"
              look="quiet"
              className="ml-1 underline underline-offset-4"
              onClick={() => mutate(variables)}
            >
              Try again
            </Button>
          )}
        </SaveStatus>
      </div>
    </SettingSection>
  )
}
