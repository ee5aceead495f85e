import { Link } from 'react-router-dom'
import { PersonaSelect } from '#web/components/shared/persona_select'
import { Skeleton } from '#web/components/ui/skeleton'
import { sentenceOf } from '#web/lib/api_error'
import { toastError } from '#web/lib/toasts'
import { useChangeSettings, useSettings } from './settings.ts'
import { SettingSection } from './setting_section.tsx'

/** A setting for the user's persona in a chat. Saves the choice at once. */
export function ChatPersona({ sessionId }: { sessionId: string }) {
  const settings = useSettings(sessionId)
  const saving = useChangeSettings(sessionId, {
    onError: (error) => {
      toastError(error, 'Failed to save the persona.')
    },
  })
  const saved = settings.data?.personaId
  const chosen = saving.isPending ? (saving.variables.personaId ?? null) : saved
  return (
    <SettingSection title="Your persona" text="Who you are in this chat, from the next reply on.">
      {chosen !== undefined ? (
        <PersonaSelect value={chosen} onChange={(personaId) => saving.mutate({ personaId })} />
      ) : settings.isError ? (
        <p role="alert" className="text-sm text-soft">
          {sentenceOf(settings.error, 'Couldn’t load the persona of this chat.')}
        </p>
      ) : (
        <Skeleton className="h-11" />
      )}
      <Link
        to="/settings?tab=persona"
        className="mt-1 inline-flex min-h-touch items-center text-sm font-semibold text-accent-text underline underline-offset-4"
      >
        Your personas
      </Link>
    </SettingSection>
  )
}
