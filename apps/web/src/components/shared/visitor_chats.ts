import type { DemoMessage } from '#modules/chat/api'
import { tabStorage } from '#web/lib/storage'

/** A chat of the landing page's demo. The server stores nothing of it until the visitor registers. */
interface VisitorChat {
  characterId: string
  /** Signed by the server. */
  transcript: string
  /** After the character's first message. */
  messages: DemoMessage[]
}

const key = 'facet:visitor-chats'

/** The demo chats of this tab, one per character, the latest last. Without session storage there are none. */
export const visitorChats = {
  all: (): VisitorChat[] => (tabStorage.getJson(key) ?? []) as VisitorChat[],
  find(characterId: string): VisitorChat | null {
    return visitorChats.all().find((chat) => chat.characterId === characterId) ?? null
  },
  save(chat: VisitorChat): void {
    store([...without(chat.characterId), chat])
  },
  remove(characterId: string): void {
    store(without(characterId))
  },
  clear(): void {
    store([])
  },
}

const without = (characterId: string) => visitorChats.all().filter((chat) => chat.characterId !== characterId)

function store(chats: VisitorChat[]): void {
  if (chats.length === 0) tabStorage.remove(key)
  else tabStorage.set(key, JSON.stringify(chats))
}
