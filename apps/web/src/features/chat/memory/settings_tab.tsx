import type { ChatSession } from '#modules/chat/api'
import { useSettings } from '../api/get_settings.ts'
import { ChatEnding } from './chat_ending.tsx'
import { ChatLength } from './chat_length.tsx'
import { ChatLorebooks } from './chat_lorebooks.tsx'
import { ChatNote, type NoteDraft } from './chat_note.tsx'
import { ChatPersona } from './chat_persona.tsx'
import { ChatSampling } from './chat_sampling.tsx'

interface SettingsTabProps {
  session: ChatSession
  noteDraft: NoteDraft | null
  onNoteDraft: (draft: NoteDraft | null) => void
}

/** The settings of one chat. */
export function SettingsTab({ session, noteDraft, onNoteDraft }: SettingsTabProps) {
  const settings = useSettings(session.id).data
  return (
    <div className="grid gap-7">
      <ChatPersona sessionId={session.id} />
      {settings && (
        <>
          <ChatNote sessionId={session.id} note={settings.note} draft={noteDraft} onDraft={onNoteDraft} />
          <ChatLength sessionId={session.id} length={settings.length} />
          <ChatEnding sessionId={session.id} endsWhole={settings.endsWhole} />
          <ChatSampling sessionId={session.id} sampling={settings.sampling} />
        </>
      )}
      <ChatLorebooks sessionId={session.id} />
    </div>
  )
}
