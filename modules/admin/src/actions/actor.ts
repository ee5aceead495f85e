import type { CurrentUser } from '#modules/accounts/index'

/** The person of the staff who acts. */
export interface Actor extends Pick<CurrentUser, 'id' | 'role' | 'hasSecondFactor'> {
  /** Whether they proved their identity within the hour, with their second factor if they have one. */
  isProven: () => Promise<boolean>
}

/** `above` says that the other person's role isn't lower than the actor's. */
export type ActorRefusal = { kind: 'above' } | { kind: 'unproven' }
