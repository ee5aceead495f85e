import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MemoryTabName } from './memory/memory_dialog.tsx'
import type { ShownMessage } from './use_shown_message.ts'

export type ChatDialogsState = ReturnType<typeof useChatDialogs>

/** Keeps track of the open dialogs of a chat, and of the message that a dialog has asked to show. */
export function useChatDialogs() {
  // Undefined until the dialog is first opened, null while it is closed.
  const [memoryTab, setMemoryTab] = useState<MemoryTabName | null>()
  // Undefined until the dialog is first opened.
  const [isInSettings, setInSettings] = useState<boolean>()
  const [isNudging, setNudging] = useState(false)
  const [excerptKey, setExcerptKey] = useState<string | null>(null)
  const [detailsKey, setDetailsKey] = useState<string | null>(null)
  const [promptKey, setPromptKey] = useState<string | null>(null)
  const [shownMessage, setShownMessage] = useState<ShownMessage | null>(null)
  const openPrompt = useCallback(() => setMemoryTab('prompt'), [])
  const openSettings = useCallback(() => setInSettings(true), [])
  const openMemory = useCallback(() => setMemoryTab('memory'), [])
  const showMessage = (id: string) => {
    // Closes the dialogs synchronously, so that they return the focus before the message gets it.
    flushSync(() => {
      setPromptKey(null)
      // The tab stays undefined until the dialog has been opened.
      setMemoryTab((tab) => tab && null)
    })
    setShownMessage({ id })
  }
  return {
    memoryTab,
    setMemoryTab,
    openPrompt,
    openMemory,
    isInSettings,
    setInSettings,
    openSettings,
    isNudging,
    setNudging,
    excerptKey,
    setExcerptKey,
    detailsKey,
    setDetailsKey,
    promptKey,
    setPromptKey,
    shownMessage,
    showMessage,
  }
}
