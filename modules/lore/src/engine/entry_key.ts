/** Identifies an entry among all books, as in the timed effects of SillyTavern's chats. */
export const entryKey = (bookId: string, entryId: string): string => `${bookId}.${entryId}`
