import { Switch } from '#web/components/ui/toggle'
import { attempt } from '#web/lib/toasts'
import { useChangeSettings } from '../settings.ts'
import { SettingsSection } from './settings_section.tsx'

/** Chooses whether chats ask before another model answers. */
export function NewModels({ isOn }: { isOn: boolean }) {
  const change = useChangeSettings()
  const save = (asksBeforeNewModels: boolean) =>
    attempt('Failed to update settings', () => change.mutateAsync({ body: { asksBeforeNewModels } }))
  const isShownOn = change.isPending ? change.variables.body.asksBeforeNewModels === true : isOn
  return (
    <SettingsSection title="New models" text="A chat tells you once when another model answers for the same name.">
      <div className="rounded-panel border border-line bg-raised px-4 py-2 sm:px-5">
        <Switch
          label="Ask before another model answers"
          hint="The chat asks before it sends your next message to the new model."
          checked={isShownOn}
          aria-busy={change.isPending || undefined}
          onChange={() => {
            if (!change.isPending) void save(!isOn)
          }}
        />
      </div>
    </SettingsSection>
  )
}
