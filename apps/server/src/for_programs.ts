/** Addresses for programs with a token alone. Cookies don't count there, so that pages of other sites may call them. */
const forPrograms = /^\/(v1|mcp)(\/|$)/
const compatible = /^\/v1(\/|$)/

export const isForPrograms = (path: string): boolean => forPrograms.test(path)

/** Whether programs expect OpenAI’s shapes at an address. */
export const isCompatible = (path: string): boolean => compatible.test(path)
