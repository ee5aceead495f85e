import { challengeNeeded, proofNeeded } from '#modules/accounts/index'
import { refusal, refusals, retryLater } from '#modules/kernel/refusals'

export const refuse = refusals({
  too_many: retryLater(429, 'too_many_requests', 'That’s as many reports as one person can send in a day.'),
  /** The same response for things that the caller may not see. */
  unknown_thing: refusal(404, 'not_found', 'This does not exist any more.'),
  own_thing: refusal(422, 'own_thing', 'This is your own. You can change or delete it yourself.'),
  reported_already: refusal(409, 'reported_already', 'You have reported this already. Moderators will look at it.'),

  too_many_notices: retryLater(
    429,
    'too_many_requests',
    'Too many notices arrived from you, or in all. Please try again later, or write to the address in the imprint.'
  ),
  challenge_needed: challengeNeeded,
  unknown_notice: refusal(404, 'not_found', 'This link has expired, or is incomplete. Please send the form again.'),

  unknown_statement: refusal(404, 'not_found', 'There is no such statement, or its link is incomplete.'),
  appealed_already: refusal(409, 'appealed_already', 'You have appealed against this decision already.'),
  no_appeal: refusal(409, 'no_appeal', 'It’s too late for an appeal, or the decision was undone.'),

  unknown_case: refusal(404, 'not_found', 'There is no such case. It may have been deleted with an account.'),
  unknown_decision: refusal(404, 'not_found', 'There is no such decision. It may have been deleted with an account.'),
  decided_meanwhile: refusal(409, 'decided_meanwhile', 'Another moderator has decided this case meanwhile.'),
  not_applicable: refusal(422, 'not_applicable', 'This decision isn’t possible here.'),
  no_effect: refusal(409, 'no_effect', 'This would change nothing: it’s gone, or it was done already.'),
  above: refusal(403, 'role_too_high', 'You can only decide about people with a lower role than yours.'),
  unproven: proofNeeded,
  undone_already: refusal(409, 'undone_already', 'This decision was undone already.'),
  no_open_appeal: refusal(409, 'no_open_appeal', 'There is no open appeal against this decision.'),
  own_decision: refusal(403, 'own_decision', 'Another person has to decide about this appeal: the decision is yours.'),
})
