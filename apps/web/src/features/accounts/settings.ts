import type { User, UserSettings } from '#modules/accounts/api'
import { changeSettings, getSettings } from '#modules/accounts/calls'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#web/lib/api_client'
import { cacheUser } from './cache_user.ts'
import { useProvenCall } from './reauthentication.ts'

/** Not cached while unused: a form must start from the current settings, which other devices may have changed. */
export const settingsQuery = () => ({ ...callQuery(getSettings), gcTime: 0 })

export const useSettings = () => useQuery(settingsQuery())

/** Updates the cached user. Changes run one at a time, so that the last answer is the latest state. */
export const useChangeSettings = () =>
  useProvenCall(
    changeSettings,
    async (queryClient, user) => {
      await cacheUser(queryClient, user)
      queryClient.setQueryData(settingsQuery().queryKey, (settings) => settings && { ...settings, ...settingsOf(user) })
    },
    'user'
  )

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
