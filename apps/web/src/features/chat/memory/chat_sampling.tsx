import type { ChatSettings } from '#modules/chat/api'
import { Link } from 'react-router-dom'
import { SamplingForm } from '#web/components/shared/sampling_form'
import { screens } from '#web/screens'
import { useChosenModel } from '../use_chosen_model.ts'
import { SettingSection } from './setting_section.tsx'
import { useSaveSetting } from './use_save_setting.ts'

/** The sampling settings of a chat. Offers only the settings that the chosen model accepts. */
export function ChatSampling({ sessionId, sampling }: { sessionId: string; sampling: ChatSettings['sampling'] }) {
  const saving = useSaveSetting(sessionId, 'Failed to save the creativity.')
  const takes = useChosenModel().model?.takes ?? []
  const sent = saving.isPending ? saving.variables.sampling : undefined
  if (takes.length === 0) return null
  return (
    <SettingSection
      title="Creativity"
      text={
        <>
          Steady is predictable. Wild takes risks. The default is{' '}
          <Link
            to={screens.settingsContent.path}
            className="font-semibold text-accent-text underline underline-offset-4"
          >
            your choice for all chats
          </Link>
          .
        </>
      }
    >
      <SamplingForm
        takes={takes}
        sampling={sent === undefined ? sampling : sent}
        onSave={(next, onSuccess) => saving.mutate({ sampling: next }, { onSuccess })}
        saving={saving}
      />
    </SettingSection>
  )
}
