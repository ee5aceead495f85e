import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { modelChangeText } from '../model_change_text.ts'
import type { ChatPage } from '../use_chat_page.ts'

/** Asks before another model answers. */
export function ModelChangeDialog({ waiting, accept, cancel }: ChatPage['modelChange']) {
  if (!waiting) return null
  return (
    <ConfirmDialog
      isOpen
      title={`Continue with ${waiting.change.name}?`}
      question={modelChangeText(waiting.change)}
      confirmLabel="Continue"
      look="primary"
      onConfirm={accept}
      onCancel={cancel}
    />
  )
}
