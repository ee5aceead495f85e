import type { AccountSettings } from '#modules/accounts/api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertDialog as RadixAlertDialog } from 'radix-ui'
import { AlertDialog } from '#web/components/ui/alert_dialog'
import { buttonClasses } from '#web/components/ui/button'
import { attempt } from '#web/lib/toasts'
import { refreshCharacters, useBeginAgeCheck } from '../adult_content.ts'
import { useChangeSettings, useSettings } from '../settings.ts'

/** Asks users who turned adult content on before there was an age statement. Until they answer, it is closed to them. */
export function AgeQuestion() {
  const { data: settings } = useSettings()
  return settings && <Question ageCheck={settings.ageCheck} />
}

function Question({ ageCheck }: Pick<AccountSettings, 'ageCheck'>) {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(true)
  const change = useChangeSettings()
  const begin = useBeginAgeCheck()
  const save = (body: { isOfAge: true } | { limitlessEnabled: false }) =>
    void attempt('Failed to update settings', async () => {
      await change.mutateAsync({ body })
      refreshCharacters(queryClient)
    })
  return (
    <AlertDialog
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      title="Are you an adult?"
      text="You turned Limitless content on. It is for adults: at least 18 and of legal age where you live. Until you answer, it stays closed."
    >
      <RadixAlertDialog.Cancel className={buttonClasses('outline')} onClick={() => save({ limitlessEnabled: false })}>
        Turn it off
      </RadixAlertDialog.Cancel>
      <RadixAlertDialog.Action
        className={buttonClasses('primary')}
        onClick={() => (ageCheck ? void begin() : save({ isOfAge: true }))}
      >
        {ageCheck ? 'Check my age' : 'I’m an adult'}
      </RadixAlertDialog.Action>
    </AlertDialog>
  )
}
