export { RecentChatsScreen as default } from '#web/features/chat/screens/recent_chats_screen'
