import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isCharacterQuery } from '#web/components/shared/character_queries'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { toast } from '#web/lib/toasts'
import { SettingSwitch } from './setting_switch.tsx'

/** Turns adult content on or off. Turning it on asks for the user's age. */
export function AdultContent({ isOn }: { isOn: boolean }) {
  const queryClient = useQueryClient()
  const [turnOn, setTurnOn] = useState<(() => void) | null>(null)
  const onSaved = (isLimitless: boolean) => {
    // It affects every list of characters. Inactive queries are removed, so that no screen shows their old answers first.
    queryClient.removeQueries({ predicate: isCharacterQuery, type: 'inactive' })
    void queryClient.invalidateQueries({ predicate: isCharacterQuery })
    toast('Settings Updated', isLimitless ? 'Limitless content is on.' : 'Limitless content is off.')
  }
  return (
    <>
      <SettingSwitch
        setting="limitlessEnabled"
        isOn={isOn}
        title="Adult content"
        text="Off by default. Applies to your account on all devices."
        label="Limitless content"
        hint="Shows characters for adults and lets you chat with them. When off, they are covered."
        confirm={(turnOn) => setTurnOn(() => turnOn)}
        onSaved={onSaved}
      />
      <ConfirmDialog
        isOpen={turnOn !== null}
        title="Are you an adult?"
        question="Limitless content is for adults. Turn it on only if you are at least 18 and of legal age where you live."
        confirmLabel="I’m an adult"
        look="primary"
        onCancel={() => setTurnOn(null)}
        onConfirm={() => turnOn?.()}
      />
    </>
  )
}
