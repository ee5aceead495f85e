/**
 * Returns the seed of the random macros in a message without an id. Such messages are a character's openings on cards, share pages
 * and forms, and all messages in the demo, which have an index.
 */
export const messageSeed = (characterId: string, index = 0): string => `${characterId} ${index}`
