import { paths } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { withReauthentication } from '../reauthentication.ts'
import { getSettingsQueryOptions } from './get_settings.ts'

export const unlinkSignIn = (provider: string) =>
  withReauthentication(() => sendJson<{ message: string }>('DELETE', paths.signIn(provider)))

export function useUnlinkSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: unlinkSignIn,
    onSuccess: (_, provider) =>
      queryClient.setQueryData(
        getSettingsQueryOptions().queryKey,
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
