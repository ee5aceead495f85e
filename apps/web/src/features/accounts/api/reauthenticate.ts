import { paths, type Proof } from '#modules/accounts/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'

export const reauthenticate = (proof: Proof) => sendJson<{ message: string }>('POST', paths.proof, proof)

export const useReauthenticate = () => useMutation({ mutationFn: reauthenticate })

/** Returns the provider's URL to redirect to. */
export const reauthenticateWith = (provider: string) => sendJson<{ url: string }>('POST', paths.proofBy(provider))

export const useReauthenticateWith = () => useMutation({ mutationFn: reauthenticateWith })
