import { lazy } from 'react'
import type { RouteObject } from 'react-router-dom'
import { screenPaths } from './known_paths.ts'
import { NotFoundScreen } from './not_found_screen.tsx'
import { Session, SignedInOnly, useSessionUser } from './session.tsx'

// One chunk per screen: a visitor's first page loads no gallery and no chat.
const LandingScreen = lazy(async () => ({
  default: (await import('../../features/accounts/screens/landing_screen.tsx')).LandingScreen,
}))
const GalleryRoute = lazy(async () => ({ default: (await import('../routes/gallery_route.tsx')).GalleryRoute }))
const RecentChatsScreen = lazy(async () => ({
  default: (await import('../../features/chat/screens/recent_chats_screen.tsx')).RecentChatsScreen,
}))
const NotificationsRoute = lazy(async () => ({
  default: (await import('../routes/notifications_route.tsx')).NotificationsRoute,
}))
const ChatRoute = lazy(async () => ({ default: (await import('../routes/chat_route.tsx')).ChatRoute }))

function HomeRoute() {
  const user = useSessionUser()
  return user ? <GalleryRoute user={user} /> : <LandingScreen />
}

export const routes: RouteObject[] = [
  {
    element: <Session />,
    children: [
      { path: screenPaths.home, element: <HomeRoute /> },
      { path: screenPaths.chat, element: <SignedInOnly>{(user) => <ChatRoute user={user} />}</SignedInOnly> },
      { path: screenPaths.recentChats, element: <SignedInOnly>{() => <RecentChatsScreen />}</SignedInOnly> },
      { path: screenPaths.notifications, element: <SignedInOnly>{() => <NotificationsRoute />}</SignedInOnly> },
      { path: '*', element: <NotFoundScreen /> },
    ],
  },
]
