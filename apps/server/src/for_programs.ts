/** Addresses for programs with a token alone. Cookies don't count there, so that pages of other sites may call them. */
const forPrograms = /^\/(v1|mcp)(\/|$)/
const mcp = /^\/mcp(\/|$)/
const compatible = /^\/v1(\/|$)/

export const isForPrograms = (path: string): boolean => forPrograms.test(path)

/** Whether programs expect OpenAI’s shapes at an address. */
export const isCompatible = (path: string): boolean => compatible.test(path)

/** Whether an address speaks the Model Context Protocol, which asks servers to check `Origin`. */
export const isMcp = (path: string): boolean => mcp.test(path)
