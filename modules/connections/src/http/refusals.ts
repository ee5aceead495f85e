import { proofNeeded } from '#modules/accounts/index'
import { invalidField, refusal, refusals, retryLater } from '#modules/kernel/refusals'
import { connectionLimits } from '../../api.ts'

export const refuseRoom = refusals({
  unproven: proofNeeded,
  locked: refusal(403, 'control_room_off', 'The operator has locked the control room: only the configuration counts.'),
  unknown_connection: refusal(404, 'not_found', 'There is no such connection. It may have been deleted.'),
  unknown_tier: refusal(404, 'no_such_tier', 'There is no such tier.'),
  too_many_connections: refusal(
    409,
    'too_many_connections',
    `There are ${connectionLimits.connectionsMax} connections. Delete one that no tier uses first.`
  ),
  in_use: ({ names }: { names: string }) =>
    refusal(409, 'connection_in_use', `These tiers use it: ${names}. Take it out of them first.`),
  unusable: ({ problem }: { problem: string }) => refusal(422, 'unusable', `A tier can’t work like this: ${problem}`),
  invalid: ({ field, message }: { field: string; message: string }) => invalidField(field, 'invalid', message),
  too_many: retryLater(429, 'too_many_requests', 'That’s too many tests. Please wait a few minutes.'),
  no_models: ({ problem }: { problem: string }) => refusal(422, 'no_models', problem),
})
