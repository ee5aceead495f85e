import { getChatScripts } from '#modules/chat/calls'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import { callQuery } from '#web/lib/api_client'
import type { MessageStore } from '../reply/message_store.ts'
import type { ChatNames } from '../shown_text.ts'
import type { DisplayScripts } from './display_scripts.ts'

/** The scripts that change how the messages of the chat look. Null without any, and while they are off. */
export const ScriptsContext = createContext<DisplayScripts | null>(null)

export const scriptsQuery = (sessionId: string) => callQuery(getChatScripts, { params: { id: sessionId } })

interface DisplayScriptsOptions {
  /** How many scripts the chat's characters have. */
  count: number
  sessionId: string
  /** The numbers of the versions of the characters that the chat uses. Other versions may have other scripts. */
  versions: readonly (number | undefined)[]
  names: ChatNames
  store: MessageStore
}

/** Starts the scripts of a chat. Their code loads only for chats that have some. */
export function useDisplayScripts({ count, sessionId, versions, names, store }: DisplayScriptsOptions) {
  const query = scriptsQuery(sessionId)
  const { data } = useQuery({ ...query, queryKey: [...query.queryKey, ...versions], enabled: count > 0 })
  const [running, setRunning] = useState<DisplayScripts | null>(null)
  useEffect(() => {
    if (!data?.isOn || data.scripts.length === 0) return
    let opened: DisplayScripts | null = null
    let isOpen = true
    void import('./display_scripts.ts').then(({ DisplayScripts }) => {
      if (!isOpen) return
      opened = new DisplayScripts(data.scripts, names, store)
      setRunning(opened)
    })
    return () => {
      isOpen = false
      opened?.stop()
      setRunning(null)
    }
  }, [data, names, store])
  return running
}

const noSubscription = () => () => {}

/** Returns the text of a message as the scripts of the chat change it. Until they have run, the text as written. */
export function useScriptedText(messageKey: string, text: string): string {
  const scripts = use(ScriptsContext)
  const read = () => scripts?.textOf(messageKey, text) ?? text
  const shown = useSyncExternalStore(scripts?.subscribe ?? noSubscription, read, read)
  useEffect(() => scripts?.request(messageKey, text))
  return shown
}
