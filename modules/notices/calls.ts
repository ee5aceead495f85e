/** The calls of notices. */

export {}
