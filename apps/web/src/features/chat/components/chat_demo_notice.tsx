import { DemoNotice } from '#web/components/shared/demo_notice'
import type { MessageStore } from '../reply/message_store.ts'
import { useChatSnapshot } from '../reply/use_messages.ts'

/** The number of the reply after which the notice appears. Before, the scene has the screen, and the badge beside the model says that it is a demo. */
const repliesBefore = 3

interface ChatDemoNoticeProps {
  store: MessageStore
  chatId: string
  isAdmin: boolean
}

/** Says after the third reply of a chat that a built-in writer answers, and how to connect a model. */
export function ChatDemoNotice({ store, chatId, isAdmin }: ChatDemoNoticeProps) {
  const { keys, hasOlder } = useChatSnapshot(store)
  // Messages before the user's first are greetings.
  const replies = keys
    .map((key) => store.item(key))
    .slice(keys.findIndex((key) => store.item(key)?.isUser))
    .filter((item) => item && !item.isUser && item.id !== null)
  if (!hasOlder && replies.length < repliesBefore) return null
  return (
    // An on-screen keyboard leaves no room for the notice.
    <DemoNotice
      key={chatId}
      place={chatId}
      isAdmin={isAdmin}
      className="border-b [@media(height<36rem)]:phone:hidden"
    />
  )
}
