import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MemoryTabName } from './memory/memory_dialog.tsx'
import type { ShownMessage } from './use_shown_message.ts'

export type ChatDialogsState = ReturnType<typeof useChatDialogs>

/** Which dialogs of a chat are open, and the message that one of them has led to. */
export function useChatDialogs() {
  // Undefined until the dialog is first opened, null while it is closed.
  const [memoryTab, setMemoryTab] = useState<MemoryTabName | null>()
  const [isNudging, setNudging] = useState(false)
  const [excerptKey, setExcerptKey] = useState<string | null>(null)
  const [toldKey, setToldKey] = useState<string | null>(null)
  const [shownMessage, setShownMessage] = useState<ShownMessage | null>(null)
  const openPrompt = useCallback(() => setMemoryTab('prompt'), [])
  const openMemory = useCallback(() => setMemoryTab('memory'), [])
  const showMessage = (id: string) => {
    // At once, so that the dialog returns the focus before the message takes it.
    flushSync(() => {
      setToldKey(null)
      // Stays undefined until the dialog was opened.
      setMemoryTab((tab) => tab && null)
    })
    setShownMessage({ id })
  }
  return {
    memoryTab,
    setMemoryTab,
    openPrompt,
    openMemory,
    isNudging,
    setNudging,
    excerptKey,
    setExcerptKey,
    toldKey,
    setToldKey,
    shownMessage,
    showMessage,
  }
}
