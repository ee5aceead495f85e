import { useReducer } from 'react'
import { flushSync } from 'react-dom'
import type { MemoryTabName } from './memory/memory_dialog.tsx'
import type { ShownMessage } from './use_shown_message.ts'

interface OpenDialogs {
  /** Undefined until the dialog is first opened, null while it is closed. */
  memoryTab?: MemoryTabName | null
  isInSettings?: boolean
  isNudging?: boolean
  isAskingTurns?: boolean
  isSearching?: boolean
  isEditingMembers?: boolean
  /** The keys of the messages that these dialogs are about. */
  excerptKey?: string | null
  detailsKey?: string | null
  promptKey?: string | null
  reportKey?: string | null
  momentKey?: string | null
  /** The message that a dialog has asked to show. */
  shownMessage?: ShownMessage
}

export type ChatDialogsState = ReturnType<typeof useChatDialogs>

/** Keeps track of the open dialogs of a chat. */
export function useChatDialogs() {
  const [open, set] = useReducer((open: OpenDialogs, change: OpenDialogs) => ({ ...open, ...change }), {})
  return {
    ...open,
    /** Closed dialogs stay mounted. */
    wasUsed: Object.keys(open).length > 0,
    set,
    openSettings: () => set({ isInSettings: true }),
    openPrompt: () => set({ memoryTab: 'prompt' }),
    openMemory: () => set({ memoryTab: 'memory' }),
    showMessage(id: string) {
      // Closes the dialogs synchronously, so that they return the focus before the message gets it.
      flushSync(() => set({ promptKey: null, isSearching: false, ...(open.memoryTab && { memoryTab: null }) }))
      set({ shownMessage: { id } })
    },
  }
}
