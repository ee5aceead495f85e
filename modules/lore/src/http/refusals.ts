import { type FieldProblem, invalidFields, refusal, refusals, retryLater } from '#modules/kernel/refusals'

const tooMany = (things: string) =>
  retryLater(429, 'too_many_requests', `That's too many ${things} in a short time. Please wait a while.`)

export const refuse = refusals({
  /** The lorebook doesn't exist or belongs to another user. */
  unknown: refusal(404, 'not_found', 'This lorebook does not exist.'),
  unknown_entry: refusal(404, 'no_such_entry', 'This entry does not exist.'),
  unknown_chat: refusal(404, 'no_such_chat', 'This chat does not exist.'),
  invalid: ({ problems }: { problems: FieldProblem[] }) => invalidFields(problems),
  stale: refusal(409, 'stale', 'This was changed elsewhere. Reload it, then save again.'),
  full: ({ message }: { message: string }) => refusal(422, 'limit_reached', message),
  too_large: refusal(422, 'too_large', 'These lorebooks are too large to be tested together. Pick fewer.'),
  too_many: tooMany('changes'),
  too_many_tests: tooMany('tests'),
})
