/** Wire types and limits of community, also for the browser. */

export {}
