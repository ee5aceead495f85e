import type { PasswordChange } from '#modules/accounts/api'
import { changePassword, linkSignIn, unlinkSignIn } from '#modules/accounts/calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callServer } from '#web/lib/api_client'
import { withReauthentication } from './reauthentication.ts'
import { settingsQuery } from './settings.ts'

export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: PasswordChange) => withReauthentication(() => callServer(changePassword, { body: change })),
    onSuccess: () =>
      queryClient.setQueryData(settingsQuery().queryKey, (settings) => settings && { ...settings, hasPassword: true }),
  })
}

/** Returns the provider's URL to redirect to. */
export const useLinkSignIn = () =>
  useMutation({
    mutationFn: (provider: string) => withReauthentication(() => callServer(linkSignIn, { params: { provider } })),
  })

export function useUnlinkSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (provider: string) => withReauthentication(() => callServer(unlinkSignIn, { params: { provider } })),
    onSuccess: (_, provider) =>
      queryClient.setQueryData(
        settingsQuery().queryKey,
        (settings) =>
          settings && {
            ...settings,
            signIns: settings.signIns.map((signIn) =>
              signIn.provider === provider ? { ...signIn, linkedAt: null } : signIn
            ),
          }
      ),
  })
}
