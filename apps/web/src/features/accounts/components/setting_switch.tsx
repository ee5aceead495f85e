import type { UserSettingsChange } from '#modules/accounts/api'
import type { ReactNode } from 'react'
import { Switch } from '#web/components/ui/toggle'
import { attempt } from '#web/lib/toasts'
import { useChangeSettings } from '../settings.ts'
import { SettingsSection } from './settings_section.tsx'

interface SettingSwitchProps {
  setting: 'limitlessEnabled' | 'asksBeforeNewModels'
  isOn: boolean
  title: string
  text: string
  label: string
  hint: string
  /** Asks before the setting is turned on, and calls `turnOn`. */
  confirm?: ((turnOn: () => void) => void) | undefined
  onSaved?: (isOn: boolean) => void
  isDisabled?: boolean | undefined
  /** Sent with the setting when it is turned on. */
  turnsOnWith?: UserSettingsChange | undefined
  /** Below the switch, in the same frame. */
  children?: ReactNode
}

/** A section with one setting that is on or off. Shows the new state while it is saved. */
export function SettingSwitch({
  setting,
  isOn,
  title,
  text,
  label,
  hint,
  confirm,
  onSaved,
  isDisabled,
  turnsOnWith,
  children,
}: SettingSwitchProps) {
  const change = useChangeSettings()
  const save = (next: boolean) =>
    void attempt('Failed to update settings', async () => {
      await change.mutateAsync({ body: { [setting]: next, ...(next && turnsOnWith) } })
      onSaved?.(next)
    })
  return (
    <SettingsSection title={title} text={text}>
      <div className="rounded-panel border border-line bg-raised px-4 py-2 sm:px-5">
        <Switch
          label={label}
          hint={hint}
          disabled={isDisabled}
          checked={change.isPending ? change.variables.body[setting] === true : isOn}
          aria-busy={change.isPending || undefined}
          onChange={() => {
            if (change.isPending) return
            if (!isOn && confirm) confirm(() => save(true))
            else save(!isOn)
          }}
        />
        {children}
      </div>
    </SettingsSection>
  )
}
