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
  /** Given when two-step sign-in is turned on, or anew. */
  recoveryCodes: 10,
  /** So long a new secret may wait for its first code. */
  secondFactorSetupMinutes: 30,
  /** Wrong codes of an account: a six-digit code is guessed once in about 300,000 tries. */
  wrongCodesPerDay: 20,
  /** As typed, with spaces and dashes. */
  codeMax: 40,
  /** Each reads everything that there is of somebody. */
  exportsPerHour: 5,
} as const
