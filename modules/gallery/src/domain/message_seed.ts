/**
 * Seeds the dice of a message without an id: of a character's first message on cards, share pages and forms, and of all messages in the
 * demo, by their index.
 */
export const messageSeed = (characterId: string, index = 0): string => `${characterId} ${index}`
