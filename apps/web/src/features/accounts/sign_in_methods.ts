import { changePassword, unlinkSignIn } from '#modules/accounts/calls'
import { useProvenCall } from './reauthentication.ts'
import { settingsQuery } from './settings.ts'

export const useChangePassword = () =>
  useProvenCall(changePassword, (queryClient) =>
    queryClient.setQueryData(settingsQuery().queryKey, (settings) => settings && { ...settings, hasPassword: true })
  )

export const useUnlinkSignIn = () =>
  useProvenCall(unlinkSignIn, (queryClient, _, { params: { provider } }) =>
    queryClient.setQueryData(
      settingsQuery().queryKey,
      (settings) =>
        settings && {
          ...settings,
          signIns: settings.signIns.map((signIn) =>
            signIn.provider === provider ? { ...signIn, linkedAt: null } : signIn
          ),
        }
    )
  )
