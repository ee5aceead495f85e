import type { Character } from '#modules/gallery/api'

/** The label of a character that isn't public. Only its owner and admins see one. */
export const privateLabel = ({ review }: Pick<Character, 'review'>): string =>
  review === undefined ? 'Private' : review === 'refused' ? 'Not published' : 'Waiting for review'
