import { matchPath, type RouteObject } from 'react-router-dom'
import { lazyPart } from '../../lib/lazy_part.tsx'
import { screenPaths } from './known_paths.ts'
import { NotFoundScreen } from './not_found_screen.tsx'
import { AdminsOnly, Session, SignedInOnly, useSessionUser, type Who } from './session.tsx'

// One chunk per screen: a visitor's first page loads no gallery and no chat.
const LandingRoute = lazyPart(async () => (await import('../routes/landing_route.tsx')).LandingRoute)
const GalleryRoute = lazyPart(async () => (await import('../routes/gallery_route.tsx')).GalleryRoute)
const RecentChatsScreen = lazyPart(
  async () => (await import('../../features/chat/screens/recent_chats_screen.tsx')).RecentChatsScreen
)
const ShopRoute = lazyPart(async () => (await import('../routes/shop_route.tsx')).ShopRoute)
const NotificationsRoute = lazyPart(async () => (await import('../routes/notifications_route.tsx')).NotificationsRoute)
const ProfileRoute = lazyPart(async () => (await import('../routes/profile_route.tsx')).ProfileRoute)
const SettingsRoute = lazyPart(async () => (await import('../routes/settings_route.tsx')).SettingsRoute)
const ChatRoute = lazyPart(async () => (await import('../routes/chat_route.tsx')).ChatRoute)
const CharacterRoute = lazyPart(async () => (await import('../routes/character_route.tsx')).CharacterRoute)
const CreateCharacterRoute = lazyPart(
  async () => (await import('../routes/create_character_route.tsx')).CreateCharacterRoute
)
const ImageGeneratorRoute = lazyPart(
  async () => (await import('../routes/image_generator_route.tsx')).ImageGeneratorRoute
)
const EditCharacterRoute = lazyPart(async () => (await import('../routes/edit_character_route.tsx')).EditCharacterRoute)
const AdminRoute = lazyPart(async () => (await import('../routes/admin_route.tsx')).AdminRoute)
const AdminCharactersRoute = lazyPart(
  async () => (await import('../routes/admin_characters_route.tsx')).AdminCharactersRoute
)

/** The chunk of the screen that they see at this path. */
export function loadScreen(path: string, who: Who): Promise<unknown> {
  const at = (pattern: string) => matchPath(pattern, path) !== null
  if (at(screenPaths.home)) return (who === 'visitor' ? LandingRoute : GalleryRoute).load()
  if (who === 'visitor') return Promise.resolve()
  if (at(screenPaths.chat)) return ChatRoute.load()
  if (at(screenPaths.character)) return CharacterRoute.load()
  if (at(screenPaths.createCharacter)) return CreateCharacterRoute.load()
  if (at(screenPaths.editCharacter)) return EditCharacterRoute.load()
  if (at(screenPaths.imageGenerator)) return ImageGeneratorRoute.load()
  if (at(screenPaths.recentChats)) return RecentChatsScreen.load()
  if (at(screenPaths.rubyShop)) return ShopRoute.load()
  if (at(screenPaths.notifications)) return NotificationsRoute.load()
  if (at(screenPaths.profile)) return ProfileRoute.load()
  if (at(screenPaths.settings)) return SettingsRoute.load()
  if (who === 'admin' && (at(screenPaths.admin) || at(screenPaths.adminAudit))) return AdminRoute.load()
  if (who === 'admin' && at(screenPaths.adminCharacters)) return AdminCharactersRoute.load()
  return Promise.resolve()
}

function HomeRoute() {
  const user = useSessionUser()
  return user ? <GalleryRoute user={user} /> : <LandingRoute />
}

export const routes: RouteObject[] = [
  {
    element: <Session loadScreen={loadScreen} />,
    children: [
      { path: screenPaths.home, element: <HomeRoute /> },
      { path: screenPaths.chat, element: <SignedInOnly>{(user) => <ChatRoute user={user} />}</SignedInOnly> },
      { path: screenPaths.character, element: <SignedInOnly>{(user) => <CharacterRoute user={user} />}</SignedInOnly> },
      {
        path: screenPaths.createCharacter,
        element: <SignedInOnly>{(user) => <CreateCharacterRoute user={user} />}</SignedInOnly>,
      },
      {
        path: screenPaths.editCharacter,
        element: <SignedInOnly>{(user) => <EditCharacterRoute user={user} />}</SignedInOnly>,
      },
      {
        path: screenPaths.imageGenerator,
        element: <SignedInOnly>{(user) => <ImageGeneratorRoute user={user} />}</SignedInOnly>,
      },
      { path: screenPaths.recentChats, element: <SignedInOnly>{() => <RecentChatsScreen />}</SignedInOnly> },
      { path: screenPaths.rubyShop, element: <SignedInOnly>{(user) => <ShopRoute user={user} />}</SignedInOnly> },
      { path: screenPaths.notifications, element: <SignedInOnly>{() => <NotificationsRoute />}</SignedInOnly> },
      { path: screenPaths.profile, element: <SignedInOnly>{(user) => <ProfileRoute user={user} />}</SignedInOnly> },
      { path: screenPaths.settings, element: <SignedInOnly>{(user) => <SettingsRoute user={user} />}</SignedInOnly> },
      { path: screenPaths.admin, element: <AdminsOnly>{() => <AdminRoute screen="dashboard" />}</AdminsOnly> },
      { path: screenPaths.adminAudit, element: <AdminsOnly>{() => <AdminRoute screen="audit" />}</AdminsOnly> },
      {
        path: screenPaths.adminCharacters,
        element: <AdminsOnly>{(user) => <AdminCharactersRoute user={user} />}</AdminsOnly>,
      },
      { path: '*', element: <NotFoundScreen /> },
    ],
  },
]
