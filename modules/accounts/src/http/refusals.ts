import { type FieldProblem, invalidField, type Refusal, refusal, refusals, retryLater } from '#modules/kernel/refusals'
import { limits } from '../domain/limits.ts'
import { usernameMessages } from '../domain/usernames.ts'
import { retryMessage } from './retry_message.ts'

export const wrongCodeMessage = 'That code is wrong, or was used before.'
export const invalidLinkMessage =
  'This link has expired, or belongs to another account or address. Your settings show your address and send a new link.'
export const verifiedMessage = 'Your e-mail address is verified.'

const invalid = (field: string, rule: string, message: string) => invalidField(field, rule, message, 'invalid')
const wrongPassword = (message: string) => invalidField('currentPassword', 'password', message, 'wrong_password')
const wrongCode = (message: string) => invalidField('code', 'code', message, 'wrong_code')
const taken = (field: string, code: string, message: string) =>
  refusal(409, code, message, [{ field, rule: 'unique', message }])
const signedOut = refusal(401, 'signed_out', 'Please log in first.')

interface TooMany {
  retryAfterSeconds: number
  /** Says what there was too much of, as a sentence. */
  reason: string
}

export const tooMany = retryLater(
  429,
  'too_many_requests',
  ({ retryAfterSeconds, reason }: TooMany) => `${reason} ${retryMessage(retryAfterSeconds)}`
)

export const emailTaken = taken('email', 'email_taken', 'There is an account with this e-mail already.')

export const signUpOpen = refusal(409, 'sign_up_open', 'You can create an account now, without waiting.')
export const signUpClosed = refusal(403, 'sign_up_closed', 'New accounts can’t be created at the moment.')
export const invitationNeeded = refusal(
  403,
  'invitation_needed',
  'You need an invitation to create an account. If you have one, open its link.'
)
export const invalidInvitation = refusal(
  422,
  'invalid_invitation',
  'This invitation doesn’t work. It was used up or revoked, or has expired. Ask for a new one.'
)
export const challengeNeeded = refusal(
  403,
  'challenge_needed',
  'Please try again. If that doesn’t help, turn on JavaScript, so that your browser can show that you’re not a program.'
)

/** The answers to failures of opening an account. */
export const refusalOfSignUp = (
  failure:
    | { kind: 'email_taken' | 'sign_up_closed' | 'invitation_needed' | 'invalid_invitation' | 'wrong' }
    | (FieldProblem & { kind: 'invalid' })
): Refusal => {
  switch (failure.kind) {
    case 'invalid':
      return invalid(failure.field, failure.rule, failure.message)
    case 'wrong':
      return invalid('password', 'password', 'The password is wrong.')
    case 'email_taken':
      return emailTaken
    case 'sign_up_closed':
      return signUpClosed
    case 'invitation_needed':
      return invitationNeeded
    case 'invalid_invitation':
      return invalidInvitation
  }
}

export const tooManyInvitations = (retryAfterSeconds: number) =>
  tooMany({ retryAfterSeconds, reason: 'Too many wrong invitations from your address.' })

/** The web app asks for a proof and repeats the call. */
export const proofNeeded = refusal(403, 'proof_needed', 'Please confirm that it’s you: you signed in a while ago.')

export const refuse = refusals({
  invalid: ({ field, rule, message }: FieldProblem) => invalid(field, rule, message),
  too_many: tooMany,
  signed_out: signedOut,
  /** The account has been deleted meanwhile. */
  gone: signedOut,
  unproven: proofNeeded,
  unproven_deletion: refusal(
    403,
    'sign_in_again',
    `Your account has no password. To confirm that it’s you, log out, sign in again, and delete it within ${limits.freshSignInMinutes} minutes.`
  ),
  last_admin: refusal(
    409,
    'last_admin',
    'You are the only admin. Please make another user an admin before you delete your account.'
  ),
  last_owner: refusal(
    409,
    'last_owner',
    'You are the only owner. Before you delete your account, the operator has to make another one with set-admin --owner.'
  ),
  email_taken: emailTaken,
  ill_formed: ({ message }: { message: string }) => invalid('username', 'username', message),
  taken: taken('username', 'username_taken', usernameMessages.taken),
  missing: invalid('currentPassword', 'required', 'Please enter your current password.'),
  wrong: wrongPassword('The current password is wrong.'),
  wrong_proof: wrongPassword('The password is wrong.'),
  weak: ({ rule, message }: { rule: string; message: string }) => invalid('newPassword', rule, message),
  wrong_code: wrongCode(wrongCodeMessage),
  wrong_first_code: wrongCode(`${wrongCodeMessage} Use the code your app shows now, and check your device’s clock.`),
  too_many_codes: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    tooMany({ retryAfterSeconds, reason: 'Too many wrong codes.' }),
  second_factor_needed: refusal(
    401,
    'second_factor_needed',
    'This account also needs a code from its authenticator app.'
  ),
  on_already: refusal(409, 'second_factor_on', 'Two-step sign-in is on already. Turn it off first to set it up again.'),
  no_such_page: refusal(404, 'not_found', 'There is no such page.'),
  page_changed: refusal(409, 'page_changed', 'This page has changed meanwhile. Please read the new version.'),
  age_needed: refusal(403, 'age_needed', 'Please show first that you are of age.'),
  adult_blocked: refusal(403, 'adult_blocked', 'Adult content isn’t available in your country.'),
  no_age_check: refusal(404, 'not_found', 'Ages aren’t verified here.'),
  too_many_checks: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    tooMany({ retryAfterSeconds, reason: 'Too many age checks.' }),
  age_check_unavailable: refusal(
    503,
    'age_check_unavailable',
    'Your age can’t be verified right now. Please try again in a moment.'
  ),
  invalid_check: refusal(422, 'invalid_check', 'This check has expired. Please begin again.'),
  age_pending: refusal(409, 'age_pending', 'The check isn’t finished yet. Please try again in a moment.'),
  under_age: refusal(403, 'under_age', 'The check says that you aren’t of age, so adult content stays off.'),
  off: refusal(409, 'second_factor_off', 'Two-step sign-in is off.'),
  not_begun: refusal(409, 'not_begun', 'That took too long. Please begin again, with a new QR code.'),
  no_such_provider: refusal(404, 'no_such_provider', 'There is no such way to sign in here.'),
  provider_unavailable: ({ label }: { label: string }) =>
    refusal(503, 'provider_unavailable', `${label} can’t be reached right now. Please try again in a moment.`),
  not_linked: ({ label }: { label: string }) => refusal(404, 'not_linked', `${label} is not linked to your account.`),
  last_way_in: ({ label }: { label: string }) =>
    refusal(409, 'last_way_in', `${label} is the only way into your account. Set a password first.`),
  no_such_session: refusal(404, 'no_such_session', 'You have no such session. It may have ended already.'),
  verified_already: refusal(409, 'verified_already', verifiedMessage),
  invalid_token: refusal(422, 'invalid_token', invalidLinkMessage),
  gift_not_allowed: refusal(403, 'role_too_low', 'Only owners give roles, and only admins give rubies.'),
  no_second_factor: refusal(
    403,
    'second_factor_required',
    'Only owners with two-step sign-in can give roles. Please turn it on in your settings first.'
  ),
  no_invitations_left: ({ left }: { left: number }) =>
    refusal(
      403,
      'no_invitations_left',
      left === 0 ? 'You can’t invite more people.' : `You can invite ${left} more ${left === 1 ? 'person' : 'people'}.`
    ),
  too_many_open_invitations: refusal(
    409,
    'too_many_open_invitations',
    `You have ${limits.openInvitationsMax} open invitations. Revoke one first.`
  ),
  too_many_invitations: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    tooMany({ retryAfterSeconds, reason: 'Too many new invitations.' }),
  unknown_invitation: refusal(404, 'not_found', 'This invitation does not exist.'),
  above: refusal(403, 'role_too_high', 'You can only revoke invitations of people with lower roles.'),
  /** The same response for unknown personas and those of other users. */
  unknown: refusal(404, 'not_found', 'This persona does not exist.'),
  default: refusal(409, 'default_persona', 'This is your default persona. Make another one the default first.'),
  too_many_requests: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    tooMany({ retryAfterSeconds, reason: 'Too many changes of personas.' }),
})
