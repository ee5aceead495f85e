import type { ChatSettings } from '#modules/chat/api'
import { useEffect, useEffectEvent, useState } from 'react'
import { Field, Input } from '#web/components/ui/field'
import { listModels } from '#modules/chat/calls'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { SaveStatus } from '#web/components/ui/save_status'
import { Segments } from '#web/components/ui/segments'
import { useSaveSetting } from './use_save_setting.ts'
import { SettingSection } from './setting_section.tsx'

const options = [
  { value: 'default', label: 'Default' },
  { value: 'short', label: 'Short' },
  { value: 'medium', label: 'Medium' },
  { value: 'long', label: 'Long' },
  { value: 'tokens', label: 'Tokens' },
] as const

/** A setting for the length of replies. Saves each choice at once. */
export function ChatLength({ sessionId, length }: { sessionId: string; length: ChatSettings['length'] }) {
  const saving = useSaveSetting(sessionId, 'Failed to save the length.')
  const models = useQuery(callQuery(listModels)).data ?? []
  const max = Math.max(...models.map(({ outputTokens }) => outputTokens), 1)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (typeof length === 'number' ? String(length) : '')
  const isValid = /^\d+$/.test(text) && +text >= 1 && +text <= max
  const isTokens = typed !== null || typeof length === 'number'
  const saveTokens = () => {
    if (typed === null || !isValid) return
    if (+text === length) setTyped(null)
    else if (!saving.isPending || saving.variables.length !== +text)
      saving.mutate({ length: +text }, { onSuccess: () => setTyped((now) => (now === typed ? null : now)) })
  }
  const saveAtClosing = useEffectEvent(saveTokens)
  useEffect(() => () => saveAtClosing(), [])
  return (
    <SettingSection title="Length of replies" text="A hint to the model, or a hard limit.">
      <Segments
        label="Length of replies"
        options={options}
        value={isTokens ? 'tokens' : ((length as 'short' | null) ?? 'default')}
        onChange={(value) => {
          if (value === 'tokens') return setTyped(String(Math.min(300, max)))
          setTyped(null)
          saving.mutate({ length: value === 'default' ? null : value })
        }}
      />
      {isTokens && (
        <Field
          className="mt-3 max-w-40"
          label="Tokens at most"
          hint="Press Enter to save."
          error={isValid ? null : `A whole number from 1 to ${max}.`}
        >
          <Input
            inputMode="numeric"
            value={text}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={saveTokens}
            onKeyDown={(event) => event.key === 'Enter' && saveTokens()}
          />
        </Field>
      )}
      <SaveStatus saving={saving} isUnsaved={typed !== null} />
    </SettingSection>
  )
}
