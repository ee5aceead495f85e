/** The people who may open an account: all, those with an invitation, or only the operator at the command line. */
export const signUpModes = ['open', 'invited', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]
