/**
 * Whether this is the server, drawing a first screen for a browser of which it knows neither window nor time zone nor what it remembers.
 * Known at build time: of what stands behind it the browser's code has nothing.
 */
export const isDrawnAhead = import.meta.env.SSR
