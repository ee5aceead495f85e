export { RecentChatsScreen as default } from '../../features/chat/screens/recent_chats_screen.tsx'
