import { paths } from '#modules/accounts/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

export const signOutEverywhere = () => sendJson<{ message: string }>('POST', paths.signOutEverywhere)

export const useSignOutEverywhere = () => useMutation({ mutationFn: signOutEverywhere })
