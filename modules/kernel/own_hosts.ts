/**
 * Returns the hosts of this server: the host in `APP_URL`, and the host that a request names. Picture addresses may not lead to other pages
 * on them.
 */
export const ownHosts = (appUrl: string, requestHost?: string | null): string[] => [
  new URL(appUrl).host,
  ...(requestHost ? [requestHost] : []),
]
