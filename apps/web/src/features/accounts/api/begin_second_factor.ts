import { paths, type NewSecondFactor } from '#modules/accounts/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { withReauthentication } from '../reauthentication.ts'

export const beginSecondFactor = () => withReauthentication(() => sendJson<NewSecondFactor>('POST', paths.secondFactor))

export const useBeginSecondFactor = () => useMutation({ mutationFn: beginSecondFactor })
