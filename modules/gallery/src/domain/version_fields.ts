/** The groups of texts by readers. Every viewer who isn't gated may read `open` texts. */
export type Secrecy = 'open' | 'definition' | 'instructions'

/** The texts of a version with their `Secrecy`, in the order in which changes are listed. */
export const versionFields = {
  name: 'open',
  nickname: 'open',
  description: 'open',
  personality: 'definition',
  backstory: 'definition',
  scenario: 'definition',
  firstMessage: 'open',
  greeting: 'open',
  alternateGreetings: 'open',
  groupGreetings: 'open',
  exampleDialogue: 'instructions',
  systemPrompt: 'instructions',
  postHistoryInstructions: 'instructions',
  depthNote: 'instructions',
} as const satisfies Record<string, Secrecy>

export type VersionField = keyof typeof versionFields
