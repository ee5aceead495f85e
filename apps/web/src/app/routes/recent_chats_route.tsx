import { RecentChatsScreen } from '#web/features/chat/screens/recent_chats_screen'

export default function RecentChatsRoute() {
  return <RecentChatsScreen />
}
