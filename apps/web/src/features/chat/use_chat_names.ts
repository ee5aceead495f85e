import { scopeTexts, type ChatPersona, type ChatSession } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import { useMemo } from 'react'
import { readerZone } from '#web/lib/reader_zone'
import type { ChatNames } from './shown_text.ts'

interface ChatNamesOptions extends Pick<ChatNames, 'store'> {
  /** The character of the chat; null in a group. */
  character: Character | null
  name: string
  /** The value of `{{char}}`. */
  char: string
  user: Omit<ChatPersona, 'id' | 'avatar'>
  session: Pick<ChatSession, 'id' | 'scenario'>
}

/** Returns the same object until a name or a text changes, so that a new balance doesn't render every message. */
export function useChatNames({ character, name, char, user, store, session }: ChatNamesOptions): ChatNames {
  const { backstory, personality: manner } = character ?? {}
  const { id: chatId, scenario = character?.scenario } = session
  const { name: called, description, personality, background } = user
  return useMemo(() => {
    const texts = scopeTexts({ backstory, personality: manner, scenario }, { description, personality, background })
    const macros = { char, user: called, chatId, timeZone: readerZone ?? null, texts }
    return { character: name, user: called, macros, store }
  }, [backstory, manner, scenario, name, char, called, description, personality, background, chatId, store])
}
