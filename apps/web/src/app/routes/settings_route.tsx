import type { User } from '#modules/accounts/api'
import { paths as chatPaths } from '#modules/chat/api'
import { paths as galleryPaths } from '#modules/gallery/api'
import { useQueryClient, type Query } from '@tanstack/react-query'
import { useCallback } from 'react'
import { SettingsScreen } from '../../features/accounts/screens/settings_screen.tsx'

export function SettingsRoute({ user }: { user: User }) {
  const queryClient = useQueryClient()
  // What nobody looks at now is forgotten rather than shown once more as it was.
  const forgetCharacters = useCallback(() => {
    queryClient.removeQueries({ predicate: hasCharacters, type: 'inactive' })
    void queryClient.invalidateQueries({ predicate: hasCharacters })
  }, [queryClient])
  return <SettingsScreen user={user} onAdultContentChanged={forgetCharacters} />
}

/** Every answer that shows characters is kept under the path of its call. */
const hasCharacters = ({ queryKey: [path] }: Query): boolean =>
  typeof path === 'string' && [galleryPaths.characters, chatPaths.chats].some((beginning) => path.startsWith(beginning))
