import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { SaveStatus } from '#web/components/ui/save_status'
import { Switch } from '#web/components/ui/toggle'
import { countOf } from '#web/lib/count_of'
import { SettingSection } from '../memory/setting_section.tsx'
import { useSaveSetting } from '../memory/use_save_setting.ts'
import { ScriptsContext, scriptsQuery } from './use_display_scripts.ts'

/** The setting for the regex scripts of the chat's character. Nothing without any. */
export function ChatScripts({ sessionId, isOn }: { sessionId: string; isOn: boolean }) {
  const queryClient = useQueryClient()
  const query = scriptsQuery(sessionId)
  const { data } = useQuery(query)
  const running = use(ScriptsContext)
  const saving = useSaveSetting(sessionId, 'Failed to save the setting.')
  if (!data || data.count === 0) return null
  const shownOn = saving.isPending ? (saving.variables.runsScripts ?? isOn) : isOn
  const failed = running?.failed ?? []
  const isGroup = data.scripts.some(({ characterId }) => characterId !== undefined)
  const save = (runsScripts: boolean) =>
    saving.mutate({ runsScripts }, { onSuccess: () => queryClient.invalidateQueries({ queryKey: query.queryKey }) })
  return (
    <SettingSection
      title={isGroup ? 'Scripts of the characters' : 'Scripts of the character'}
      text="They change how messages look, and what the model reads of them. The messages themselves and exports stay as written."
    >
      <Switch
        label={`Run ${countOf(data.count, 'script')}`}
        checked={shownOn}
        onChange={(event) => save(event.target.checked)}
      />
      <SaveStatus saving={saving} />
      {running?.isStopped && (
        <p role="status" className="mt-1 text-sm text-warning-text">
          The scripts took too long and were stopped. Messages are shown as written.
        </p>
      )}
      {failed.length > 0 && (
        <p className="mt-1 text-sm text-warning-text">
          Skipped, because they failed: {failed.map((name) => name || 'a script without a name').join(', ')}
        </p>
      )}
      {data.canRead && (
        <details className="mt-2 text-sm">
          <summary className="min-h-touch cursor-pointer py-2.5 text-soft">What they do</summary>
          <ol className="grid gap-3">
            {data.scripts.map(({ name, find, replace, where }, index) => (
              <li key={index} className="min-w-0">
                <p className="font-medium break-words">
                  {name || `Script ${index + 1}`}
                  {where !== 'both' && (
                    <span className="font-normal text-faint">
                      {where === 'display' ? ', on the screen' : ', in prompts'}
                    </span>
                  )}
                </p>
                <p className="text-faint">
                  Finds <code className="font-mono break-all">{find}</code>
                </p>
                <p className="text-faint">
                  {replace === '' ? (
                    'Removes it'
                  ) : (
                    <>
                      Writes <code className="font-mono break-all">{replace}</code>
                    </>
                  )}
                </p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </SettingSection>
  )
}
