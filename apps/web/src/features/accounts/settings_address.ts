/** The tabs of the settings, by their place in the address: `?tab=`. The first is there without. */
export const settingsTabs = ['account', 'username', 'persona'] as const
export type SettingsTab = (typeof settingsTabs)[number]

export const readSettingsTab = (query: URLSearchParams): SettingsTab =>
  settingsTabs.find((tab) => tab === query.get('tab')) ?? settingsTabs[0]
