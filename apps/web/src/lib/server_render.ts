/**
 * Whether this code runs on the server, which knows neither the window nor the time zone nor the storage of the browser. A build-time
 * constant: the browser's bundle does not contain the branches behind it.
 */
export const isServerRender = import.meta.env.SSR
