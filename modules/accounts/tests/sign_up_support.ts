import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { Client, type CallOptions } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import type { RunningServer } from '#tests/support/server'
import type { CreatedInvitation, FormChallenge, InvitationBody, Role, SignUpMode } from '../api.ts'
import { newEmail, password } from './support.ts'

let networks = 0

/** Returns an address of a network that no test has used. */
export const newNetwork = () => `198.51.${100 + Math.floor(++networks / 250)}.${networks % 250}`

/** Solves a challenge, and returns the value of the field `challenge`. */
export const solved = async ({ challenge }: FormChallenge, changes: object = {}): Promise<string> => {
  const given = challenge as Challenge
  const solution = await solveChallenge({ challenge: given, deriveKey })
  const parameters = { ...given.parameters, ...changes }
  return Buffer.from(JSON.stringify({ challenge: { ...given, parameters }, solution })).toString('base64')
}

/** Returns people of a server, and what decides who may join them. */
export const signUpOn = (server: RunningServer) => {
  const { url, databaseUrl } = server
  const rows = asking(databaseUrl)
  const setRules = (mode: SignUpMode | null, userInvitations = 0) =>
    rows(
      `INSERT INTO sign_up_settings (mode, user_invitations) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET mode = excluded.mode, user_invitations = excluded.user_invitations`,
      [mode, userInvitations]
    )
  /** Registers a user while everyone may, and gives the role. An owner has a second factor. */
  const person = async (role: Role = 'member') => {
    const [{ mode, user_invitations: allowed } = { mode: null, user_invitations: 0 }] = await rows(
      'SELECT mode, user_invitations FROM sign_up_settings'
    )
    await setRules('open', allowed)
    const client = await new Client(url).register()
    await setRules(mode, allowed)
    const factor = role === 'owner' ? new Date() : null
    await rows('UPDATE users SET role = $2, second_factor_since = $3 WHERE id = $1', [client.user.id, role, factor])
    return client
  }
  const register = (invitation?: string, { email = newEmail(), from = newNetwork() } = {}) =>
    new Client(url).call('/api/register', {
      method: 'POST',
      body: { email, password, invitation },
      headers: { 'x-forwarded-for': from },
    } satisfies CallOptions)
  /** Creates an invitation and returns its token. */
  const invite = async (client: Client, body: Partial<InvitationBody> = {}) => {
    const { status, body: created, text } = await client.post('/api/invitations', { uses: 1, days: 7, ...body })
    if (status !== 201) throw new Error(text)
    const { invitation, link } = created as CreatedInvitation
    return { ...invitation, link, token: new URL(link).searchParams.get('invitation')! }
  }
  return { url, rows, setRules, person, register, invite }
}
