import { paths } from '#modules/accounts/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'

export const signOutEverywhere = () => sendJson<{ message: string }>('POST', paths.signOutEverywhere)

export const useSignOutEverywhere = () => useMutation({ mutationFn: signOutEverywhere })
