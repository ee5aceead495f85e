import { paths, type User, type UserSettings, type UserSettingsChange } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { cacheUser } from '../cache_user.ts'
import { withReauthentication } from '../reauthentication.ts'
import { getSettingsQueryOptions } from './get_settings.ts'

export const changeSettings = (change: UserSettingsChange) =>
  withReauthentication(() => sendJson<User>('PUT', paths.settings, change))

/** Updates the cached user. Changes run one at a time, so that the last answer is the latest state. */
export function useChangeSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changeSettings,
    scope: { id: 'user' },
    onSuccess: async (user) => {
      await cacheUser(queryClient, user)
      queryClient.setQueryData(
        getSettingsQueryOptions().queryKey,
        (settings) => settings && { ...settings, ...settingsOf(user) }
      )
    },
  })
}

const settingsOf = (user: User): UserSettings => ({
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  profileImageUrl: user.profileImageUrl,
  limitlessEnabled: user.limitlessEnabled,
  personaName: user.personaName,
  personaDescription: user.personaDescription,
  personaAvatar: user.personaAvatar,
  personaPersonality: user.personaPersonality,
  personaBackground: user.personaBackground,
  sampling: user.sampling,
  reading: user.reading,
  pictureHosts: user.pictureHosts,
  asksBeforeNewModels: user.asksBeforeNewModels,
})
