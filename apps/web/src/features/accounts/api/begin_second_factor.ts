import { paths, type NewSecondFactor } from '#modules/accounts/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'

export const beginSecondFactor = () => sendJson<NewSecondFactor>('POST', paths.secondFactor)

export const useBeginSecondFactor = () => useMutation({ mutationFn: beginSecondFactor })
