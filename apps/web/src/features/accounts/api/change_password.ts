import { paths, type PasswordChange } from '#modules/accounts/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'

export const changePassword = (change: PasswordChange) => sendJson<{ message: string }>('PUT', paths.password, change)

export const useChangePassword = () => useMutation({ mutationFn: changePassword })
