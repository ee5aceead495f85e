/** Lengths in Unicode code points. */
export const limits = {
  passwordMin: 8,
  passwordMax: 200,
  emailMax: 254,
  /** A first name, or a last name. */
  nameMax: 80,
  usernameMin: 3,
  usernameMax: 30,
  personaNameMax: 80,
  /** The persona's description, personality and background, each. */
  personaTextMax: 2_000,
  pictureAddressMax: 2_000,
  /** New e-mail addresses of one user that are tried in an hour: each try tells whether somebody has it. */
  emailChangesPerHour: 20,
  /** An account without a password is deleted only by who signed in, or showed who they are, so long ago at most. */
  freshSignInMinutes: 10,
  /** Ways in are changed only by who signed in, or showed who they are, so long ago at most. */
  proofMinutes: 60,
  /** The last used ones are shown. */
  sessionsListed: 100,
  /** Each reads everything that there is of somebody. */
  exportsPerHour: 5,
} as const
