/** Chat, as other modules may use it. Nothing yet: no module below needs it. */
export {}
