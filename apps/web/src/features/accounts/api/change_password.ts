import { paths, type PasswordChange } from '#modules/accounts/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { withReauthentication } from '../reauthentication.ts'
import { getSettingsQueryOptions } from './get_settings.ts'

export const changePassword = (change: PasswordChange) =>
  withReauthentication(() => sendJson<{ message: string }>('PUT', paths.password, change))

export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changePassword,
    onSuccess: () =>
      queryClient.setQueryData(
        getSettingsQueryOptions().queryKey,
        (settings) => settings && { ...settings, hasPassword: true }
      ),
  })
}
