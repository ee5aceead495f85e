import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isCharacterQuery } from '#web/components/shared/character_queries'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { Switch } from '#web/components/ui/toggle'
import { toast, attempt } from '#web/lib/toasts'
import { useChangeSettings } from '../settings.ts'
import { SettingsSection } from './settings_section.tsx'

/** Turns adult content on or off. Turning it on asks for the user's age. */
export function AdultContent({ isOn }: { isOn: boolean }) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const change = useChangeSettings()
  const setEnabled = (limitlessEnabled: boolean) =>
    attempt('Failed to update settings', async () => {
      await change.mutateAsync({ body: { limitlessEnabled } })
      // The change affects every list of characters. Inactive queries are removed, so that no screen shows their old answers first.
      queryClient.removeQueries({ predicate: isCharacterQuery, type: 'inactive' })
      void queryClient.invalidateQueries({ predicate: isCharacterQuery })
      toast('Settings Updated', limitlessEnabled ? 'Limitless content is on.' : 'Limitless content is off.')
    })
  const isShownOn = change.isPending ? change.variables.body.limitlessEnabled === true : isOn
  return (
    <SettingsSection title="Adult content" text="Off by default. Applies to your account on all devices.">
      <div className="rounded-panel border border-line bg-raised px-4 py-2 sm:px-5">
        <Switch
          label="Limitless content"
          hint="Shows characters for adults and lets you chat with them. When off, they are covered."
          checked={isShownOn}
          aria-busy={change.isPending || undefined}
          onChange={() => {
            if (change.isPending) return
            if (isOn) void setEnabled(false)
            else setIsAsking(true)
          }}
        />
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Are you an adult?"
        question="Limitless content is for adults. Turn it on only if you are at least 18 and of legal age where you live."
        confirmLabel="I’m an adult"
        look="primary"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => void setEnabled(true)}
      />
    </SettingsSection>
  )
}
