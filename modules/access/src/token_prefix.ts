/** The beginning of every token. Scanners for leaked secrets recognize it. */
export const tokenPrefix = 'fct_'

/** Whether a request has a token, valid or not. Other bearer tokens, such as that of the metrics, are none. */
export const hasToken = (authorization: string | undefined): boolean =>
  authorization?.slice(0, 7).toLowerCase() === 'bearer ' && authorization.startsWith(tokenPrefix, 7)
