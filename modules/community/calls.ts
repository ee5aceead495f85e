/** The calls of community. */

export {}
