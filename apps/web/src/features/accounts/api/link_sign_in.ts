import { paths } from '#modules/accounts/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '../../../lib/api_client.ts'
import { withReauthentication } from '../reauthentication.ts'

/** Gives the provider's address to go to. */
export const linkSignIn = (provider: string) =>
  withReauthentication(() => sendJson<{ url: string }>('POST', paths.signIn(provider)))

export const useLinkSignIn = () => useMutation({ mutationFn: linkSignIn })
