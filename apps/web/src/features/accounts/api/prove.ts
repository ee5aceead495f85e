import { paths, type Proof } from '#modules/accounts/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'

/** By the password. */
export const prove = (proof: Proof) => sendJson<{ message: string }>('POST', paths.proof, proof)

export const useProve = () => useMutation({ mutationFn: prove })

/** By a provider: gives its address to go to. */
export const proveBy = (provider: string) => sendJson<{ url: string }>('POST', paths.proofBy(provider))

export const useProveBy = () => useMutation({ mutationFn: proveBy })
