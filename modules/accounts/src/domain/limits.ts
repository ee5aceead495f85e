/** Lengths in Unicode code points. */
export const limits = {
  ageChecksPerHour: 10,
  /** How long a check of a user's age may take. */
  ageCheckHours: 24,
  passwordMin: 8,
  passwordMax: 200,
  emailMax: 254,
  /** A first name, or a last name. */
  nameMax: 80,
  usernameMin: 3,
  usernameMax: 30,
  /** How long links to a former username lead on, and no one else can take it. */
  formerUsernameDays: 30,
  /** The latest former usernames that a user keeps. */
  formerUsernamesMax: 3,
  personaNameMax: 80,
  /** The hosts whose pictures in messages a user shows. */
  pictureHostsMax: 200,
  /** The limit of the persona's description, personality and background each. */
  personaTextMax: 2_000,
  /** The maximum number of a user's personas, including the default one. */
  personasMax: 30,
  /** The maximum number of lorebooks of one persona. */
  personaLorebooksMax: 20,
  personaChangesPerHour: 300,
  pictureAddressMax: 2_000,
  /** Limited because each try reveals whether an e-mail has an account. */
  emailChangesPerHour: 20,
  /** Maximum age of a proof for deleting an account without a password. */
  freshSignInMinutes: 10,
  /** Maximum age of a proof for changing a way to sign in. */
  proofMinutes: 60,
  sessionsListed: 100,
  recoveryCodes: 10,
  /** How long a new secret waits for its first code. */
  secondFactorSetupMinutes: 30,
  /** Per account. Guessing a six-digit code takes about 300,000 tries. */
  wrongCodesPerDay: 20,
  codeMax: 40,
  exportsPerHour: 5,
  /** How long a link for resetting a forgotten password works. */
  resetMinutes: 30,
  resetMailsPerHour: 5,
  /** Also the limit of verification mails per address, because users may give a stranger's address. */
  verificationMailsPerHour: 5,
  verificationHours: 24,
  /** The people that one invitation may bring. */
  invitationUsesMax: 100,
  invitationDaysMax: 90,
  invitationNoteMax: 200,
  /** Rubies that each new account may get by an invitation. */
  invitationRubiesMax: 1_000,
  /** The open invitations of one person. Lists of one's own invitations have at most as many. */
  openInvitationsMax: 100,
  /** The most that admins may allow each user. */
  userInvitationsMax: 100,
  invitationsPerHour: 60,
  /** Wrong invitations per network. */
  wrongInvitationsPerHour: 20,
  waitingRequestsPerHour: 20,
  /** How long a challenge may be solved and its answer sent. */
  challengeMinutes: 10,
  /** Per network. */
  challengesPerHour: 200,
  challengeAnswerMax: 2_000,
  /** How long an address waits for an invitation, and how long unused invitations are kept after their end. */
  waitingDays: 90,
} as const
