import { defaultSettings, type Activation, type ActivationContext, type ActivationSettings } from './types.ts'

export const settingsOf = ({ settings }: Pick<Activation, 'settings'>): ActivationSettings => ({
  ...defaultSettings,
  ...settings,
})

/** Returns the context, with defaults for values that the caller left out. */
export const contextOf = ({ messages, context }: Pick<Activation, 'messages' | 'context'>): ActivationContext => ({
  chatLength: messages.length,
  answers: messages.reduce((count, { isAnswer }) => count + Number(isAnswer), 0),
  names: [],
  tags: [],
  sources: {},
  notes: [],
  greeting: null,
  userIcon: null,
  ...context,
})
