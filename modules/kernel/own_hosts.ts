/** The hosts that reach this server: the one in `APP_URL`, and the one that a request names. Pictures may not lead to other pages there. */
export const ownHosts = (appUrl: string, requestHost?: string | null): string[] => [
  new URL(appUrl).host,
  ...(requestHost ? [requestHost] : []),
]
