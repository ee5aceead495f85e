import { paths } from '#modules/accounts/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'
import { proven } from '../proof.ts'

/** Gives the provider's address to go to. */
export const linkSignIn = (provider: string) => proven(() => sendJson<{ url: string }>('POST', paths.signIn(provider)))

export const useLinkSignIn = () => useMutation({ mutationFn: linkSignIn })
