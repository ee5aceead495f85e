import { paths, type User, type UserSettings, type UserSettingsChange } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'
import { keepUser } from '../keep_user.ts'
import { proven } from '../proof.ts'
import { getSettingsQueryOptions } from './get_settings.ts'

export const changeSettings = (change: UserSettingsChange) =>
  proven(() => sendJson<User>('PUT', paths.settings, change))

/** The changed user counts everywhere at once. Two changes go one after the other, so that the later answer is the later state. */
export function useChangeSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changeSettings,
    scope: { id: 'user' },
    onSuccess: async (user) => {
      await keepUser(queryClient, user)
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
})
