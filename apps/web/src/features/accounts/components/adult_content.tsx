import type { AccountSettings } from '#modules/accounts/api'
import { finishAgeCheck } from '#modules/accounts/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { attempt, toast } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { ageCheck, refreshCharacters, useBeginAgeCheck } from '../adult_content.ts'
import { useChangeSettings, cacheSettingsOf } from '../settings.ts'
import { SettingSwitch } from './setting_switch.tsx'

type Adult = Pick<AccountSettings, 'limitlessEnabled' | 'isOfAge' | 'adultClosed' | 'ageCheck'>

/** Turns adult content on or off. Turning it on asks for the user's age, once. */
export function AdultContent({ limitlessEnabled, isOfAge, adultClosed, ageCheck: provider }: Adult) {
  const queryClient = useQueryClient()
  const [turnOn, setTurnOn] = useState<(() => void) | null>(null)
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  const change = useChangeSettings()
  const begin = useBeginAgeCheck()
  useFinishedAgeCheck()
  const onSaved = (isLimitless: boolean) => {
    refreshCharacters(queryClient)
    toast('Settings Updated', isLimitless ? 'Limitless content is on.' : 'Limitless content is off.')
  }
  const withdraw = () =>
    attempt('Failed to update settings', async () => {
      await change.mutateAsync({ body: { isOfAge: false } })
      onSaved(false)
    })
  const isBlocked = adultClosed === 'country'
  return (
    <>
      <SettingSwitch
        setting="limitlessEnabled"
        isOn={limitlessEnabled}
        title="Adult content"
        text="Off by default. Applies to your account on all devices."
        label="Limitless content"
        hint={
          isBlocked
            ? 'Adult content isn’t available in your country.'
            : 'Shows characters for adults and lets you chat with them. When off, they are covered.'
        }
        isDisabled={isBlocked}
        turnsOnWith={isOfAge ? undefined : { isOfAge: true }}
        confirm={isOfAge ? undefined : (turnOn) => setTurnOn(() => turnOn)}
        onSaved={onSaved}
      >
        {isOfAge && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-2 text-sm text-soft">
            <p>
              {provider ? 'Your age was verified.' : 'You stated that you are an adult.'} Nothing else is kept about
              your age.
            </p>
            <Button size="s" look="quiet" onClick={() => setIsWithdrawing(true)}>
              Withdraw
            </Button>
          </div>
        )}
      </SettingSwitch>
      <ConfirmDialog
        isOpen={turnOn !== null}
        title="Are you an adult?"
        question={
          provider
            ? `Limitless content is for adults. ${capitalized(provider)} checks that you are one, and tells us nothing else.`
            : 'Limitless content is for adults. Turn it on only if you are at least 18 and of legal age where you live.'
        }
        confirmLabel={provider ? 'Check my age' : 'I’m an adult'}
        look="primary"
        onCancel={() => setTurnOn(null)}
        onConfirm={() => (provider ? void begin() : turnOn?.())}
      />
      <ConfirmDialog
        isOpen={isWithdrawing}
        title={provider ? 'Forget that you are of age?' : 'Withdraw your statement?'}
        question="Limitless content turns off. To turn it on again, you are asked for your age again."
        confirmLabel="Withdraw"
        onCancel={() => setIsWithdrawing(false)}
        onConfirm={() => void withdraw()}
      />
    </>
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Asks for the outcome of the check from which the browser returns. */
function useFinishedAgeCheck() {
  const [query, setQuery] = useSearchParams()
  const hasReturned = query.get('age') === 'checked'
  const { mutateAsync } = useCall(finishAgeCheck, (queryClient, user) => {
    cacheSettingsOf(queryClient, user)
    refreshCharacters(queryClient)
  })
  useEffect(() => {
    if (!hasReturned) return
    setQuery({}, { replace: true })
    const check = ageCheck.take()
    if (check === null) return
    void attempt('Your age couldn’t be verified', async () => {
      await mutateAsync({ body: { check } })
      toast('Settings Updated', 'Limitless content is on.')
    })
  }, [hasReturned, mutateAsync, setQuery])
}
