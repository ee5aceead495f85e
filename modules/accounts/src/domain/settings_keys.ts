/** The fields of a user that the settings change. */
export const settingsKeys = [
  'email',
  'firstName',
  'lastName',
  'profileImageUrl',
  'limitlessEnabled',
  'personaName',
  'personaDescription',
  'personaAvatar',
  'personaPersonality',
  'personaBackground',
  'sampling',
  'reading',
  'pictureHosts',
  'asksBeforeNewModels',
] as const

export type SettingsKey = (typeof settingsKeys)[number]
