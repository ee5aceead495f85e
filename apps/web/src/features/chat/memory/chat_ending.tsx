import { Switch } from '#web/components/ui/toggle'
import { SaveStatus } from '#web/components/ui/save_status'
import { useSaveSetting } from './use_save_setting.ts'

/** A setting for the ending of answers that reach their maximum length. Saves the choice at once. */
export function ChatEnding({ sessionId, endsWhole }: { sessionId: string; endsWhole: boolean }) {
  const saving = useSaveSetting(sessionId, 'Failed to save the ending.')
  const isOn = saving.isPending ? (saving.variables.endsWhole ?? endsWhole) : endsWhole
  return (
    <div>
      <Switch
        label="End answers at a whole sentence"
        hint="If an answer reaches its maximum length, its unfinished last sentence is left out."
        checked={isOn}
        onChange={(event) => saving.mutate({ endsWhole: event.target.checked })}
      />
      <SaveStatus saving={saving} />
    </div>
  )
}
