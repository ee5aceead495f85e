import type { ChatSession } from '#modules/chat/api'
import { useState } from 'react'
import { Dialog } from '#web/components/ui/dialog'
import { useSettings } from './settings.ts'
import { ChatEnding } from './chat_ending.tsx'
import { ChatLength } from './chat_length.tsx'
import { ChatLorebooks } from './chat_lorebooks.tsx'
import { ChatNote, type NoteDraft } from './chat_note.tsx'
import { ChatPersona } from './chat_persona.tsx'
import { ChatSampling } from './chat_sampling.tsx'
import { ChatTexts, type TextsDraft } from './chat_texts.tsx'
import { ChatScripts } from '../scripts/chat_scripts.tsx'

interface ChatSettingsDialogProps {
  isOpen: boolean
  onClose: () => void
  session: ChatSession
  onSession: (session: ChatSession) => void
}

interface Drafts {
  /** The chat whose unsaved input this is. */
  sessionId: string
  note: NoteDraft | null
  texts: TextsDraft | null
}

/** A dialog with the settings of one chat. Stays mounted while it is closed, so that unsaved input outlives it. */
export function ChatSettingsDialog({ isOpen, onClose, session, onSession }: ChatSettingsDialogProps) {
  const [kept, setKept] = useState<Drafts>({ sessionId: session.id, note: null, texts: null })
  const drafts = kept.sessionId === session.id ? kept : { sessionId: session.id, note: null, texts: null }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Chat settings"
      description="For this chat only. They apply from the next reply on."
      width="medium"
    >
      <div className="mt-5 grid min-h-[calc(100dvh-9rem)] content-start gap-7 sm:min-h-96">
        <Settings session={session} onSession={onSession} drafts={drafts} onDrafts={setKept} />
      </div>
    </Dialog>
  )
}

interface SettingsProps extends Omit<ChatSettingsDialogProps, 'isOpen' | 'onClose'> {
  drafts: Drafts
  onDrafts: (drafts: Drafts) => void
}

function Settings({ session, onSession, drafts, onDrafts }: SettingsProps) {
  const settings = useSettings(session.id).data
  return (
    <>
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
          <ChatScripts sessionId={session.id} isOn={settings.runsScripts ?? true} />
        </>
      )}
      <ChatLorebooks sessionId={session.id} />
    </>
  )
}
