import { paths } from '#modules/accounts/api'
import { useMutation } from '@tanstack/react-query'
import { sendJson } from '#web/lib/api_client'
import { withReauthentication } from '../reauthentication.ts'

/** Returns the provider's URL to redirect to. */
export const linkSignIn = (provider: string) =>
  withReauthentication(() => sendJson<{ url: string }>('POST', paths.signIn(provider)))

export const useLinkSignIn = () => useMutation({ mutationFn: linkSignIn })
