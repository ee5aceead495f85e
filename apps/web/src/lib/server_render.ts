/**
 * Whether this code runs on the server, which has no access to the browser's window, time zone or storage. A build-time
 * constant: the browser's bundle does not contain the branches behind it.
 */
export const isServerRender = import.meta.env.SSR
