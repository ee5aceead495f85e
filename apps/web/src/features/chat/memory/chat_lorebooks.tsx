import { limits } from '#modules/chat/api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { liveEvents } from '#web/components/shared/live_events'
import { LorebookChoice } from '#web/components/shared/lorebook_choice'
import { Button } from '#web/components/ui/button'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { toastFailure } from '#web/lib/toasts'
import { RetryRow } from '#web/components/ui/retry_row'
import { contextKey } from './context.ts'
import { SettingSection } from './setting_section.tsx'
import { settingsQuery, useChangeSettings, useSettings } from './settings.ts'

const failureOf = (error: Error) => sentenceOf(error, 'Failed to save the lorebooks.')

/** A setting for the lorebooks of a chat. Saves each choice at once. */
export function ChatLorebooks({ sessionId }: { sessionId: string }) {
  const settings = useSettings(sessionId)
  const isShown = useRef(true)
  const saving = useChangeSettings(sessionId, {
    onError: (error) => {
      if (!isShown.current && !isStatus(error, 401)) toastFailure('Error', failureOf(error))
    },
  })
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  useChangesElsewhere(sessionId)

  const { isPending, isError, isSuccess, variables, mutate } = saving
  const unsaved = isPending || isError ? variables.lorebookIds : undefined
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
        <p role="status" className={`text-sm ${isError ? 'text-danger-text' : 'text-soft'}`}>
          {isError ? failureOf(saving.error) : isPending ? 'Saving…' : isSuccess ? 'Saved' : ''}
          {isError && (
            <Button
              size="s"
              look="quiet"
              className="ml-1 underline underline-offset-4"
              onClick={() => mutate(variables)}
            >
              Try again
            </Button>
          )}
        </p>
      </div>
    </SettingSection>
  )
}

/** Reads the settings again after another tab changed them. */
function useChangesElsewhere(sessionId: string) {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      liveEvents.subscribe((event) => {
        if (event.type !== 'chat' || event.what !== 'settings_changed' || event.sessionId !== sessionId) return
        void queryClient.invalidateQueries(settingsQuery(sessionId))
        void queryClient.invalidateQueries({ queryKey: contextKey(sessionId) })
      }),
    [queryClient, sessionId]
  )
}
