/** Longer names are shown whole in a smaller size on the pages of their characters. */
const usualLetters = 40

export const isLongName = (name: string): boolean => name.length > usualLetters
