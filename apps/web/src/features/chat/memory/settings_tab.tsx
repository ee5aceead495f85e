import type { ChatSession } from '#modules/chat/api'
import { useSettings } from '../api/get_settings.ts'
import { ChatEnding } from './chat_ending.tsx'
import { ChatLength } from './chat_length.tsx'
import { ChatLorebooks } from './chat_lorebooks.tsx'
import { ChatNote, type NoteDraft } from './chat_note.tsx'
import { ChatPersona } from './chat_persona.tsx'
import { ChatSampling } from './chat_sampling.tsx'
import { ChatTexts, type TextsDraft } from './chat_texts.tsx'

interface SettingsTabProps {
  session: ChatSession
  onSession: (session: ChatSession) => void
  /** The unsaved input of the forms, which outlives them. */
  drafts: SettingsDrafts
  onDrafts: (drafts: SettingsDrafts) => void
}

export interface SettingsDrafts {
  note: NoteDraft | null
  texts: TextsDraft | null
}

/** The settings of one chat. */
export function SettingsTab({ session, onSession, drafts, onDrafts }: SettingsTabProps) {
  const settings = useSettings(session.id).data
  return (
    <div className="grid gap-7">
      <ChatPersona sessionId={session.id} />
      {settings && (
        <>
          <ChatNote
            sessionId={session.id}
            note={settings.note}
            draft={drafts.note}
            onDraft={(note) => onDrafts({ ...drafts, note })}
          />
          <ChatTexts
            session={session}
            onSession={onSession}
            settings={settings}
            draft={drafts.texts}
            onDraft={(texts) => onDrafts({ ...drafts, texts })}
          />
          <ChatLength sessionId={session.id} length={settings.length} />
          <ChatEnding sessionId={session.id} endsWhole={settings.endsWhole} />
          <ChatSampling sessionId={session.id} sampling={settings.sampling} />
        </>
      )}
      <ChatLorebooks sessionId={session.id} />
    </div>
  )
}
