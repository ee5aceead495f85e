import type { ChatSession } from '#modules/chat/api'
import { Dialog } from '#web/components/ui/dialog'
import { Tabs } from '#web/components/ui/tabs'
import { MemoryTab } from './memory_tab.tsx'
import { NextPromptTab, type NextPromptTabProps } from './next_prompt_tab.tsx'
import { ShowMessageContext } from './show_message.ts'
import { useSavedPins } from './use_saved_pins.ts'

export type MemoryTabName = 'prompt' | 'memory'

interface MemoryDialogProps extends Omit<NextPromptTabProps, 'sessionId'> {
  /** The open tab; null while the dialog is closed. */
  tab: MemoryTabName | null
  onTab: (tab: MemoryTabName) => void
  onClose: () => void
  onShowMessage: (messageId: string) => void
  session: ChatSession
  onSession: (session: ChatSession) => void
}

/** A dialog with the next prompt and the memory of the chat. Stays mounted while it is closed. */
export function MemoryDialog({ tab, onTab, onClose, onShowMessage, session, onSession, ...prompt }: MemoryDialogProps) {
  // Pins are kept here and not in the editor, which unmounts with its tab. Unsaved facts must survive that.
  const pins = useSavedPins({ session, onSession, isShown: tab === 'memory' })
  return (
    <ShowMessageContext value={onShowMessage}>
      <Dialog isOpen={tab !== null} onClose={onClose} title="Memory" width="medium">
        <div className="mt-3 min-h-[calc(100dvh-9rem)] sm:min-h-96">
          <Tabs
            label="Memory"
            isEven
            value={tab ?? 'prompt'}
            onChange={(value) => onTab(value as MemoryTabName)}
            tabs={[
              { value: 'prompt', label: 'Next prompt', content: <NextPromptTab {...prompt} sessionId={session.id} /> },
              {
                value: 'memory',
                label: 'Memory',
                content: <MemoryTab session={session} onSession={onSession} pins={pins} />,
              },
            ]}
          />
        </div>
      </Dialog>
    </ShowMessageContext>
  )
}
