import { paths, type AccountDeletion } from '#modules/accounts/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

export const deleteAccount = (deletion: AccountDeletion) =>
  sendJson<{ message: string }>('DELETE', paths.account, deletion)

export const useDeleteAccount = () => useMutation({ mutationFn: deleteAccount })
